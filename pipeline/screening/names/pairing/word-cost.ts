/** What is lost when two words are taken for one. */
import { cached } from '../reading/cached.ts';
import { consonants, edits, spellingCost } from '../reading/letters.ts';
import { givenNameGroups } from '../reading/read-person.ts';
import type { NameMode, Word } from '../reading/word.ts';

/** Why two words are taken for one. */
export type Reason = 'same' | 'meaning' | 'number' | 'nickname' | 'initial' | 'sound' | 'spelling' | 'joined';

export interface WordCost {
  readonly by: Reason;
  /** Share of the mass that is lost. */
  readonly cost: number;
}

const same: WordCost = { by: 'same', cost: 0 };
const meaning: WordCost = { by: 'meaning', cost: 0.05 };
const sameNumber: WordCost = { by: 'meaning', cost: 0.02 };
const otherNumber: WordCost = { by: 'number', cost: 0.2 };
const nickname: WordCost = { by: 'nickname', cost: 0.05 };
const initial: WordCost = { by: 'initial', cost: 0.1 };
const sound: WordCost = { by: 'sound', cost: 0.15 };
const similarSound: WordCost = { by: 'sound', cost: 0.4 };

/** The cost of two words; null when they are no pair. */
export function wordCost(left: Word, right: Word, mode: NameMode): WordCost | null {
  if (left.text === right.text) return same;
  if (left.meaning !== null && left.meaning === right.meaning) return left.kind === 'number' ? sameNumber : meaning;
  if (left.kind === 'number' || right.kind === 'number') return left.kind === right.kind ? otherNumber : null;
  if (mode === 'person' && areNicknames(left.text, right.text)) return nickname;
  if (left.kind === 'initial' || right.kind === 'initial') return canStandFor(left, right) ? initial : null;
  if (isSilent(left) || isSilent(right) || (left.syllabic && right.syllabic)) return null;
  return cheaper(left.bare === right.bare ? null : soundCost(left, right), bySpelling(left.text, right.text));
}

const isSilent = ({ kind }: Word): boolean => kind === 'stop' || kind === 'particle';

function areNicknames(left: string, right: string): boolean {
  const groups = givenNameGroups.get(left);
  return groups !== undefined && (givenNameGroups.get(right)?.some((group) => groups.includes(group)) ?? false);
}

const canStandFor = (left: Word, right: Word): boolean =>
  right.text.startsWith(left.text.charAt(0)) && (left.kind === 'name' || right.kind === 'name');

/** The consonants of a word as they sound. */
export const soundOf = cached(
  100_000,
  ({ text, bare }: Word) => (bare ? `${text} b` : text),
  ({ text, bare }) => consonants(text, bare),
);

function soundCost(left: Word, right: Word): WordCost | null {
  const [ours, theirs] = [soundOf(left), soundOf(right)];
  if (ours === theirs) return ours.length >= 2 ? sound : null;
  return ours.length >= 4 && theirs.length >= 4 && edits(ours, theirs, 10) <= 10 ? similarSound : null;
}

function bySpelling(left: string, right: string): WordCost | null {
  const cost = spellingCost(left, right);
  return cost === null ? null : { by: 'spelling', cost };
}

const cheaper = (one: WordCost | null, other: WordCost | null): WordCost | null =>
  one === null || (other !== null && other.cost < one.cost) ? other : one;
