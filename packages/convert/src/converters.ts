import { bestCoastPairings } from './best-coast-pairings/best-coast-pairings.js';
import type { Converter } from './converter.js';
import { goepp } from './goepp/goepp.js';
import { naf } from './naf/naf.js';
import { newRecruit } from './new-recruit/new-recruit.js';
import { spreadsheet } from './spreadsheet/spreadsheet.js';
import { trf } from './trf/trf.js';

/** Every converter. Each has a folder here and a page in docs/convert. */
export const converters: readonly Converter[] = [spreadsheet, newRecruit, bestCoastPairings, naf, goepp, trf];

export const converterNamed = (name: string) => converters.find((converter) => converter.name === name) ?? null;
