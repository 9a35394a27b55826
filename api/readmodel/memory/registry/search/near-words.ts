import { compareTexts } from '../../../../../schemas/values/compare-texts.ts';
import { placeOf } from '../ordered-list.ts';

const shortest = 4;
const longForTwo = 8;
/** Longest word that is compared, in letters. */
const longest = 40;

interface NearWord {
  readonly word: string;
  readonly edits: number;
}

/**
 * Words within one edit of a word of 4 letters or more, within two from 8 letters on; an edit adds, leaves out or replaces a
 * letter, or swaps two. The nearest first, each once.
 * @param lists words in the order of `compareTexts`
 */
export function nearWords(word: string, lists: readonly (readonly string[])[]): readonly string[] {
  if (word.length < shortest || word.length > longest) return [];
  const most = word.length < longForTwo ? 1 : 2;
  const found = new Map(lists.flatMap((words) => nearIn(words, word, most)).map((near) => [near.word, near]));
  return [...found.values()].sort((a, b) => a.edits - b.edits || compareTexts(a.word, b.word)).map((near) => near.word);
}

/**
 * Compares each beginning once, however many words have it, and passes over all words whose beginning alone has too many
 * edits: of a million words some thousand beginnings are compared.
 */
function nearIn(words: readonly string[], word: string, most: number): readonly NearWord[] {
  const found: NearWord[] = [];
  const rows: Row[] = [Array.from({ length: word.length + 1 }, (_, index) => index)];
  let compared = '';
  for (let place = 0; place < words.length; ) {
    const other = words[place] ?? '';
    let depth = sharedLength(compared, other);
    rows.length = depth + 1;
    compared = other;
    let isFar = false;
    while (depth < other.length && !isFar) {
      depth += 1;
      rows.push(nextRow(rows, word, other, depth));
      isFar = isBeyond(rows, most);
    }
    if (isFar) {
      compared = other.slice(0, depth);
      place = placeBehind(words, compared, place);
      continue;
    }
    const edits = rows.at(-1)?.at(-1) ?? 0;
    if (edits > 0 && edits <= most && other.length <= longest) found.push({ word: other, edits });
    place += 1;
  }
  return found;
}

/** Edits from a beginning of one word to each beginning of the searched one. */
type Row = readonly number[];

/** The row of the first `depth` letters, a swap of neighbours counting once (optimal string alignment). */
function nextRow(rows: readonly Row[], word: string, other: string, depth: number): Row {
  const last = rows[depth - 1] ?? [];
  const beforeLast = rows[depth - 2] ?? [];
  const letter = other[depth - 1];
  const row = [depth];
  for (let at = 1; at <= word.length; at += 1) {
    const cost = word[at - 1] === letter ? 0 : 1;
    const edited = Math.min((row[at - 1] ?? 0) + 1, (last[at] ?? 0) + 1, (last[at - 1] ?? 0) + cost);
    const isSwap = depth > 1 && at > 1 && word[at - 1] === other[depth - 2] && word[at - 2] === letter;
    row.push(isSwap ? Math.min(edited, (beforeLast[at - 2] ?? 0) + 1) : edited);
  }
  return row;
}

/** Whether no longer word comes back within the edits: a later row has none below this one, or the one before and a swap. */
const isBeyond = (rows: readonly Row[], most: number): boolean =>
  Math.min(...(rows.at(-1) ?? [])) > most && Math.min(...(rows.at(-2) ?? [])) + 1 > most;

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

const lastUnit = 0xff_ff;

/** The first place behind all words that begin as the one at `place` does. */
function placeBehind(words: readonly string[], beginning: string, place: number): number {
  const unit = beginning.charCodeAt(beginning.length - 1);
  if (unit === lastUnit) return place + 1;
  return placeOf(words, beginning.slice(0, -1) + String.fromCharCode(unit + 1), compareTexts);
}
