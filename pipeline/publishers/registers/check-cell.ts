import { isLei } from '../../../schemas/values/lei.ts';
import { isDti } from '../../../schemas/values/dti.ts';
import { readServices } from '../../ingest/crypto-asset-services.ts';
import { type ColumnReading, identifierWords, passportWords, readColumn } from '../../ingest/columns.ts';
import type { RegisterColumn } from '../../ingest/feed.ts';
import { normaliseCountry } from '../../ingest/spellings.ts';
import { isCountry } from '../../../schemas/values/countries.ts';
import { shown } from '../alarm-list.ts';

/** Content of a cell that does not fit its column. */
export interface CellProblem {
  /** Name of this kind of problem, in the plural. */
  readonly kind: string;
  /** A sentence without the place. */
  readonly problem: string;
}

const none: readonly CellProblem[] = [];

/**
 * A check of a column's cells; null when nothing can be wrong with them. It caches its results, since most cells of a
 * register repeat. `mayLose`: some cell of the file has the replacement character U+FFFD.
 */
export function cellCheck(column: RegisterColumn, mayLose: boolean): ((cell: string) => readonly CellProblem[]) | null {
  const check = checks[column.meaning];
  if (check === undefined && !mayLose) return null;
  const seen = new Map<string, readonly CellProblem[]>();
  return (cell) => {
    let problems = seen.get(cell);
    if (problems === undefined) seen.set(cell, (problems = problemsOf(column, cell, check)));
    return problems;
  };
}

function problemsOf(column: RegisterColumn, cell: string, check: Check | undefined): readonly CellProblem[] {
  const lost = cell.includes(lostCharacter)
    ? [
        {
          kind: 'cells with lost characters',
          problem: `${shown(cell)} in ${column.name} lost characters at the source.`,
        },
      ]
    : none;
  const reading = readColumn(column.meaning, cell);
  if (reading === null || check === undefined) return lost;
  const found = check(reading).map(({ kind, words, is }) => ({
    kind,
    problem: `${shown(words)} in ${column.name} is ${is}.`,
  }));
  return lost.length + found.length === 0 ? none : [...lost, ...found];
}

/** U+FFFD, which a program writes in place of bytes that it cannot decode. */
export const lostCharacter = '\ufffd';

interface Found {
  readonly kind: string;
  readonly words: string;
  readonly is: string;
}

type Check = (reading: ColumnReading) => readonly Found[];

const date: Check = ({ text, date: read }) =>
  read === undefined ? [{ kind: 'dates that cannot be read', words: text, is: 'no date' }] : [];

const yesOrNo: Check = ({ text }) =>
  /^(?:yes|no)$/i.test(text) ? [] : [{ kind: 'cells of yes and no', words: text, is: 'neither yes nor no' }];

const identifiers: Check = ({ text, items = [] }) => {
  const unknown = items.length === 0 ? [text] : identifierWords(text).filter((word) => !isDti(word));
  return unknown.map((words) => ({
    kind: 'words that are no token identifier',
    words,
    is: 'no identifier of ISO 24165',
  }));
};

/** States in which an authorisation under MiCA is valid: the European Economic Area. */
const economicArea = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

const checks: Partial<Record<RegisterColumn['meaning'], Check>> = {
  lei: ({ text }) => (isLei(text) ? [] : [{ kind: 'invalid LEIs', words: text, is: 'no valid LEI' }]),
  country: ({ text }) =>
    isCountry(normaliseCountry(text))
      ? []
      : [{ kind: 'unknown countries', words: text, is: 'no country code of ISO 3166-1' }],
  passport: ({ text }) =>
    passportWords(text)
      .filter((code) => !economicArea.has(code))
      .map((words) => ({ kind: 'unknown countries', words, is: 'no state of the European Economic Area' })),
  services: ({ text }) => {
    const { unknown, contradictory } = readServices(text);
    return [
      ...unknown.map((words) => ({ kind: 'unknown services', words, is: 'no service of MiCA, Article 3(1)(16)' })),
      ...contradictory.map((words) => ({
        kind: 'services with another letter',
        words,
        is: 'under another letter in MiCA, Article 3(1)(16); the words count',
      })),
    ];
  },
  dti: identifiers,
  ffg: identifiers,
  exemption: yesOrNo,
  infringement: yesOrNo,
  authorisation_date: date,
  authorisation_end: date,
  white_paper_date: date,
  decision_date: date,
  last_update: date,
};
