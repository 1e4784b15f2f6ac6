// Tables scroll horizontally when their columns do not fit.
import type { ComponentChildren } from 'preact';

export type Column = { head: ComponentChildren; class?: string };

/** A column of right-aligned numbers. */
export const figures = (head: ComponentChildren): Column => ({ head, class: 'n' });

/** Column for the output of `recordOf`. */
export const RECORD = figures(<abbr title="Wins, draws and losses">W–D–L</abbr>);

type TableProps = {
  caption: ComponentChildren;
  label: string;
  class?: string;
  columns: readonly (string | Column)[];
  children: ComponentChildren;
};

export function Table({ caption, label, class: look = '', columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard.
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table class={look}>
        <caption>
          <span>{caption}</span>
        </caption>
        <thead>
          <tr>
            {columns.map((column, at) => {
              const { head, class: ofColumn } = typeof column === 'string' ? { head: column } : column;
              return (
                <th key={at} scope="col" class={ofColumn}>
                  {head}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
