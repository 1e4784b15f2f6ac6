// Cells in which a formula has left no value.

/** In place of the value of a formula that no program has computed yet. */
export const UNCOMPUTED = '#UNCOMPUTED!';

/** As spreadsheet programs write them in five languages: #REF!, #N/A, #NV, #¡VALOR!, Err:502. */
const ERROR = /^(?:#[¡¿]?[\p{Lu}/0_]{2,12}[!?]|#N\/[AD]!?|#NV|Err:\d{3})$/u;

/** What is wrong with the text of a cell; null for one that is a value. */
export function faultIn(text: string): string | null {
  if (text === UNCOMPUTED)
    return 'has a formula without its value: open the file in a spreadsheet program, and save it there';
  return ERROR.test(text) ? `has the error ${text} and no value` : null;
}
