/** Which words of two names go together. */
import { edits, spellingCost } from '../reading/letters.ts';
import type { NameMode, ReadName, Word } from '../reading/word.ts';
import { type Reason, type WordCost, wordCost } from './word-cost.ts';

/** Words of both names that are taken for one. */
export interface WordPair {
  readonly left: readonly Word[];
  readonly right: readonly Word[];
  readonly by: Reason;
  readonly cost: number;
}

export interface WordPairing {
  /** In the order of the left name. */
  readonly pairs: readonly WordPair[];
  readonly onlyLeft: readonly Word[];
  readonly onlyRight: readonly Word[];
}

/** Words in a row, from a place. */
interface Span {
  readonly at: number;
  readonly length: number;
}

/** A span with what is compared of it. */
interface ReadSpan extends Span {
  readonly text: string;
  readonly mass: number;
  readonly hasNumber: boolean;
}

interface Possible extends WordCost {
  readonly left: Span;
  readonly right: Span;
  readonly kept: number;
}

/** Equal words first, left to right; then all other pairs, the one that keeps most first. Each word once. */
export function pairWords(left: ReadName, right: ReadName): WordPairing {
  // Ties are decided in one order of the names, so that exchanging them changes nothing.
  const chosen = isAfter(left, right) ? choosePairs(right, left).map(exchanged) : choosePairs(left, right);
  const unpaired = (name: ReadName, spans: readonly Span[]): readonly Word[] =>
    name.words.filter((_, at) => !spans.some((span) => at >= span.at && at < span.at + span.length));
  return {
    pairs: [...chosen]
      .sort((a, b) => a.left.at - b.left.at)
      .map((one) => ({ left: wordsAt(left, one.left), right: wordsAt(right, one.right), by: one.by, cost: one.cost })),
    onlyLeft: unpaired(
      left,
      chosen.map((one) => one.left),
    ),
    onlyRight: unpaired(
      right,
      chosen.map((one) => one.right),
    ),
  };
}

const exchanged = (pair: Possible): Possible => ({ ...pair, left: pair.right, right: pair.left });

const isAfter = ({ words: left }: ReadName, { words: right }: ReadName): boolean => {
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [one = '', other = ''] = [left[at]?.text, right[at]?.text];
    if (one !== other) return one > other;
  }
  return left.length > right.length;
};

function choosePairs(left: ReadName, right: ReadName): readonly Possible[] {
  const equal = equalWords(left.words, right.words);
  const usedLeft = left.words.map((_, at) => equal.some((pair) => pair.left.at === at));
  const usedRight = right.words.map((_, at) => equal.some((pair) => pair.right.at === at));
  const chosen = [...equal];
  for (const one of possiblePairs(left, right, usedLeft, usedRight)) {
    if (isUsed(usedLeft, one.left) || isUsed(usedRight, one.right)) continue;
    usedLeft.fill(true, one.left.at, one.left.at + one.left.length);
    usedRight.fill(true, one.right.at, one.right.at + one.right.length);
    chosen.push(one);
  }
  return chosen;
}

const wordsAt = ({ words }: ReadName, { at, length }: Span): readonly Word[] => words.slice(at, at + length);

const isUsed = (used: readonly boolean[], { at, length }: Span): boolean =>
  used.slice(at, at + length).some((one) => one);

function equalWords(left: readonly Word[], right: readonly Word[]): readonly Possible[] {
  const used = new Set<number>();
  return left.flatMap((word, at): readonly Possible[] => {
    const other = right.findIndex(({ text }, place) => text === word.text && !used.has(place));
    if (other < 0) return [];
    used.add(other);
    return [{ left: { at, length: 1 }, right: { at: other, length: 1 }, by: 'same', cost: 0, kept: 0 }];
  });
}

function possiblePairs(
  left: ReadName,
  right: ReadName,
  usedLeft: readonly boolean[],
  usedRight: readonly boolean[],
): readonly Possible[] {
  const ours = spansOf(left.words, usedLeft);
  const theirs = spansOf(right.words, usedRight);
  const pairs: Possible[] = [];
  for (const a of ours) {
    for (const b of theirs) {
      if (a.length > 1 && b.length > 1 && a.length + b.length > 4) continue;
      const cost = a.length + b.length === 2 ? oneToOne(left, right, a.at, b.at) : joinedCost(left, right, a, b);
      if (cost === null) continue;
      pairs.push({ by: cost.by, cost: cost.cost, left: a, right: b, kept: (a.mass + b.mass) * (1 - cost.cost) });
    }
  }
  return pairs.sort(
    (a, b) =>
      b.kept - a.kept ||
      a.left.at + a.right.at - b.left.at - b.right.at ||
      a.left.length + a.right.length - b.left.length - b.right.length ||
      a.left.at - b.left.at ||
      a.left.length - b.left.length,
  );
}

/** One to three words in a row that no pair has. */
function spansOf(words: readonly Word[], used: readonly boolean[]): readonly ReadSpan[] {
  const spans: ReadSpan[] = [];
  for (let at = 0; at < used.length; at += 1) {
    let [text, mass, hasNumber] = ['', 0, false];
    for (let length = 1; length <= 3 && used[at + length - 1] === false; length += 1) {
      const word = words[at + length - 1];
      if (word === undefined) break;
      text += word.text;
      mass += word.mass;
      hasNumber ||= word.kind === 'number';
      spans.push({ at, length, text, mass, hasNumber });
    }
  }
  return spans;
}

function oneToOne(left: ReadName, right: ReadName, at: number, other: number): WordCost | null {
  const [a, b] = [left.words[at], right.words[other]];
  if (a === undefined || b === undefined) return null;
  const cost = wordCost(a, b, left.mode);
  if (left.mode !== 'person' || (cost !== null && cost.by !== 'spelling')) return cost;
  const together = syllablesCost(left.words, right.words, at, other);
  return cost === null || (together !== null && together.cost < cost.cost) ? together : cost;
}

const longestSyllable = 5;
const leastTogether = 6;
const mostEdits = 20;

/** Two short names, each beside an equal short one, are measured together with it: "Yong-chol" and "Yong-chun". */
function syllablesCost(left: readonly Word[], right: readonly Word[], at: number, other: number): WordCost | null {
  const [a, b] = [left[at], right[other]];
  if (!isSyllable(a) || !isSyllable(b) || (a.syllabic && b.syllabic)) return null;
  for (const beside of [left[at - 1], left[at + 1]]) {
    if (!isSyllable(beside)) continue;
    const equal = [right[other - 1], right[other + 1]].some((word) => isSyllable(word) && word.text === beside.text);
    const [ours, theirs] = [a.text.length + beside.text.length, b.text.length + beside.text.length];
    if (!equal || Math.min(ours, theirs) < leastTogether) continue;
    const found = edits(a.text, b.text, mostEdits);
    return found > mostEdits ? null : { by: 'spelling', cost: (2.2 * found) / 10 / ((ours + theirs) / 2) };
  }
  return null;
}

const isSyllable = (word: Word | undefined): word is Word =>
  word?.kind === 'name' && word.text.length <= longestSyllable;

const leastDivided = 6;

/** Words in a row that are one word on the other side, or two words that are divided elsewhere. */
function joinedCost(left: ReadName, right: ReadName, a: ReadSpan, b: ReadSpan): WordCost | null {
  if (a.hasNumber || b.hasNumber) return null;
  const isDivided = a.length > 1 && b.length > 1;
  if (isDivided && Math.min(a.text.length, b.text.length) < leastDivided) return null;
  if (isDivided && Math.abs(a.text.length - b.text.length) > 2) return null;
  const cost = spellingCost(a.text, b.text);
  if (cost === null || cost >= 0.5) return null;
  if (isDivided && pairOneByOne(wordsAt(left, a), wordsAt(right, b), left.mode)) return null;
  return { by: 'joined', cost: isDivided ? cost : cost + 0.03 };
}

/** Words that pair one by one are not divided elsewhere. */
const pairOneByOne = (ours: readonly Word[], theirs: readonly Word[], mode: NameMode): boolean =>
  ours.every((word, at) => {
    const other = theirs[at];
    return other !== undefined && wordCost(word, other, mode) !== null;
  });
