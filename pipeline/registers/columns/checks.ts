/** Content of a cell that does not fit its column. A parser raises an alarm for it and keeps the cell as published. */
import { isCountry } from '../../../schemas/values/countries.ts';
import { isDti } from '../../../schemas/values/dti.ts';
import { isLei } from '../../../schemas/values/lei.ts';
import { readServices } from '../crypto-asset-services.ts';
import { normaliseCountry } from '../spellings.ts';
import type { CellReading } from './cell.ts';
import { identifierTokens, passportTokens } from './tokens.ts';

interface Misfit {
  /** Name of this kind of problem, in the plural. */
  readonly kind: string;
  /** The part of the cell that does not fit. */
  readonly part: string;
  /** What the part is, after "is": "no date". */
  readonly is: string;
}

export type Check = (reading: CellReading) => readonly Misfit[];

export const isDate: Check = ({ text, date }) =>
  date === undefined ? [{ kind: 'dates that cannot be read', part: text, is: 'no date' }] : [];

export const yesOrNo: Check = ({ text }) =>
  /^(?:yes|no)$/i.test(text) ? [] : [{ kind: 'cells of yes and no', part: text, is: 'neither yes nor no' }];

export const validLei: Check = ({ text }) =>
  isLei(text) ? [] : [{ kind: 'invalid LEIs', part: text, is: 'no valid LEI' }];

export const knownCountry: Check = ({ text }) =>
  isCountry(normaliseCountry(text))
    ? []
    : [{ kind: 'unknown countries', part: text, is: 'no country code of ISO 3166-1' }];

export const tokenIdentifiers: Check = ({ text, items = [] }) => {
  const unknown = items.length === 0 ? [text] : identifierTokens(text).filter((token) => !isDti(token));
  return unknown.map((part) => ({
    kind: 'words that are no token identifier',
    part,
    is: 'no identifier of ISO 24165',
  }));
};

/** States in which an authorisation under MiCA is valid: the European Economic Area. */
const economicArea = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

export const economicAreaStates: Check = ({ text }) =>
  passportTokens(text)
    .filter((code) => !economicArea.has(code))
    .map((part) => ({ kind: 'unknown countries', part, is: 'no state of the European Economic Area' }));

export const knownServices: Check = ({ text }) => {
  const { unknown, contradictory } = readServices(text);
  return [
    ...unknown.map((part) => ({ kind: 'unknown services', part, is: 'no service of MiCA, Article 3(1)(16)' })),
    ...contradictory.map((part) => ({
      kind: 'services with another letter',
      part,
      is: 'under another letter in MiCA, Article 3(1)(16); the words count',
    })),
  ];
};
