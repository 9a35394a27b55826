import type { ColumnMeaning } from '../../../schemas/facts.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { isIsin } from '../../../schemas/values/isin.ts';
import { isLei } from '../../../schemas/values/lei.ts';
import type { CellReading } from '../../registers/columns/cell.ts';
import { columnOf } from '../../registers/columns/columns.ts';
import { foldText, normaliseCountry, normaliseName, normaliseText, normaliseUrls } from '../../registers/spellings.ts';
import type { RegisterFeed } from '../feed.ts';

/** Facts that identify a row in a register without row keys. */
export interface RowFacts {
  readonly columns: Readonly<Record<string, string>>;
  /** Key of each cell, in the order of the feed's columns: equal for cells with the same content. */
  readonly keys: readonly string[];
  /** Equal for rows that are identical after field normalisation. */
  readonly exact: string;
  /** The row's entity: the LEI or ISIN when it is valid, else name and home state. */
  readonly entity: string;
  /** Whether the row has an entity (a name, or a valid LEI or ISIN). Rows without one are only recognised by a key of their own. */
  readonly isNamed: boolean;
  /** Null without a name. */
  readonly nameAndState: string | null;
  readonly lei: string | null;
  /** Identifier by which a large source is asked for the row: its ISIN where it has one, else its LEI; null for none. */
  readonly requestedBy: string | null;
  readonly dtis: readonly string[];
  readonly ffgs: readonly string[];
  /** Normalised white paper links, or websites where the register has no such column; null without either. */
  readonly url: string | null;
  readonly comment: string;
  /** Date of the white paper's notification, else of the authorisation, else of the decision. */
  readonly date: string | null;
}

const dateMeanings = ['white_paper_date', 'authorisation_date', 'decision_date'] as const;

/** Reader of a register's rows. Whitespace of a row's cells is normalised once, for every fact. */
export function factsReader(feed: RegisterFeed): (columns: Readonly<Record<string, string>>) => RowFacts {
  const columns = feed.columns.map(({ meaning }) => columnOf(meaning));
  const placesOf = (meaning: ColumnMeaning): readonly number[] =>
    feed.columns.flatMap((column, index) => (column.meaning === meaning ? [index] : []));
  const placeOf = (...meanings: readonly ColumnMeaning[]): number => meanings.flatMap(placesOf)[0] ?? -1;
  const [lei, name, state, comment] = [
    placeOf('lei'),
    placeOf('legal_name'),
    placeOf('country'),
    placeOf('comments'),
  ] as const;
  const isin = placeOf('isin');
  const link = placeOf('white_paper_link', 'website');
  const date = placeOf(...dateMeanings);
  const [dtis, ffgs] = [placesOf('dti'), placesOf('ffg')];

  return (cells) => {
    const published = feed.columns.map((column) => cells[column.name] ?? '');
    const texts = published.map(normaliseText);
    const keys = columns.map((column, index) => column.key(texts[index] ?? ''));
    const readingAt = (place: number): CellReading | null => columns[place]?.readText(texts[place] ?? '') ?? null;
    const itemsAt = (places: readonly number[]): readonly string[] =>
      [...new Set(places.flatMap((place) => readingAt(place)?.items ?? []))].sort();
    const isNamed = readingAt(name) !== null;
    const leiText = texts[lei] ?? '';
    const validLei = isLei(leiText) ? leiText : null;
    const isinText = texts[isin] ?? '';
    const validIsin = isIsin(isinText) ? isinText : null;
    const nameAndState = canonicalJson([
      isNamed ? normaliseName(published[name] ?? '') : '',
      normaliseCountry(published[state] ?? ''),
    ]);
    return {
      columns: cells,
      keys,
      exact: canonicalJson(keys),
      entity: validLei ?? validIsin ?? nameAndState,
      isNamed: isNamed || validLei !== null || validIsin !== null,
      nameAndState: isNamed ? nameAndState : null,
      lei: validLei,
      requestedBy: isin < 0 ? validLei : validIsin,
      dtis: itemsAt(dtis),
      ffgs: itemsAt(ffgs),
      url: normaliseUrls(texts[link] ?? ''),
      comment: foldText(published[comment] ?? ''),
      date: readingAt(date)?.text ?? null,
    };
  };
}
