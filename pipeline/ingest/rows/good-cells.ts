/** Cells that an encoding damaged on their way: the text of before stays, because the entity still has its name. */
import { columnOf } from '../../registers/columns/columns.ts';
import { hasLostLetters, isDamageOf, lostCharacter } from '../../registers/damaged-text.ts';
import { foldText, normaliseCountry, normaliseText } from '../../registers/spellings.ts';
import { isIsin } from '../../../schemas/values/isin.ts';
import { isLei } from '../../../schemas/values/lei.ts';
import type { ParsedRow, RegisterFeed } from '../feed.ts';
import type { RowState, StoredState } from '../feed-state.ts';

type Cells = ParsedRow['columns'];

export interface GoodRows {
  readonly rows: readonly ParsedRow[];
  /** One for each column with cells that stay as they were. */
  readonly alarms: readonly string[];
}

/** The rows of a file, with the stored text in place of one that is the same but for damaged letters. */
export function withGoodCells(
  feed: RegisterFeed,
  stored: readonly StoredState<RowState>[],
  parsed: readonly ParsedRow[],
): GoodRows {
  const places = placesOf(feed);
  const texts = feed.columns.filter(({ meaning }) => columnOf(meaning).holdsText);
  const byPlace = new Map<string, Cells[]>();
  for (const { state } of stored) {
    for (const place of places(state.columns)) {
      const there = byPlace.get(place);
      if (there === undefined) byPlace.set(place, [state.columns]);
      else there.push(state.columns);
    }
  }
  const found = new Map<string, { readonly example: string; count: number }>();
  const rows = parsed.map((row) => {
    let cells: Record<string, string> | null = null;
    for (const { name, meaning } of texts) {
      const cell = row.columns[name] ?? '';
      if (cell === '') continue;
      const good = goodText(cell, earlierOf(byPlace, places, row.columns, name), meaning === 'legal_name');
      if (good === null) continue;
      (cells ??= { ...row.columns })[name] = good;
      const known = found.get(name);
      if (known === undefined) found.set(name, { example: `${shown(cell)} stands for ${shown(good)}`, count: 1 });
      else known.count += 1;
    }
    return cells === null ? row : { ...row, columns: cells };
  });
  const alarms = [...found].map(([name, { example, count }]) => {
    const more = count === 1 ? '' : ` (and ${count - 1} more)`;
    return `${example} in ${name}${more}: letters were damaged at the source; the earlier text stays.`;
  });
  return { rows, alarms };
}

/** The different cells of a column in stored rows of the same entity; none if one of them is the cell itself. */
function earlierOf(
  byPlace: ReadonlyMap<string, readonly Cells[]>,
  places: (cells: Cells) => readonly string[],
  columns: Cells,
  name: string,
): readonly string[] {
  const cells = places(columns)
    .flatMap((place) => byPlace.get(place) ?? [])
    .map((earlier) => earlier[name] ?? '');
  return cells.includes(columns[name] ?? '') ? [] : [...new Set(cells)].filter((cell) => cell !== '');
}

/** The earlier text that a cell is a damaged form of. A damaged name that is another one is not known: the earlier stays. */
function goodText(cell: string, earlier: readonly string[], isName: boolean): string | null {
  if (earlier.length === 0) return null;
  const text = normaliseText(cell);
  const good = earlier.find((one) => isDamageOf(normaliseText(one), text));
  if (good !== undefined) return good;
  const [only, ...others] = earlier;
  const isUnknown = isName && text.includes(lostCharacter) && others.length === 0;
  return only !== undefined && isUnknown && !hasLostLetters(only) ? only : null;
}

/**
 * Where the earlier cells of a row are: at its key, at its LEI or ISIN, else at its state and the letters of its name that no
 * encoding damages.
 */
function placesOf(feed: RegisterFeed): (cells: Cells) => readonly string[] {
  const columnsOf = (...meanings: readonly string[]): readonly string[] =>
    feed.columns.flatMap(({ name, meaning }) => (meanings.includes(meaning) ? [name] : []));
  const { key } = feed;
  if (key !== undefined) return (cells) => [`key ${key.map((name) => cells[name] ?? '').join('\t')}`];
  const [[lei = ''], [isin = ''], [state = ''], [name = '']] = [
    columnsOf('lei'),
    columnsOf('isin'),
    columnsOf('country'),
    columnsOf('legal_name'),
  ] as const;
  return (cells) => {
    const [leiText, isinText] = [normaliseText(cells[lei] ?? ''), normaliseText(cells[isin] ?? '')];
    if (isLei(leiText)) return [`lei ${leiText}`];
    if (isIsin(isinText)) return [`isin ${isinText}`];
    const letters = foldText(cells[name] ?? '').replace(/[^a-z0-9]/g, '');
    return (cells[name] ?? '') === '' ? [] : [`name ${normaliseCountry(cells[state] ?? '')} ${letters}`];
  };
}

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text);
