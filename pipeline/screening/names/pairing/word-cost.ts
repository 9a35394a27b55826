/** What is lost when two words are taken for one. */
import { cached } from '../reading/cached.ts';
import { consonants, edits, spellingCost } from '../reading/letters.ts';
import { adjectiveStems } from '../reading/adjectives.ts';
import { nameGroups } from '../reading/given-names.ts';
import { isKana, kanaSound } from '../reading/kana.ts';
import { leastLevelled, levelledSpelling } from '../reading/levelled-spelling.ts';
import { isHan, mandarinKey } from '../reading/mandarin.ts';
import { isHangul, syllableKey } from '../reading/syllables.ts';
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
const levelledSame: WordCost = { by: 'spelling', cost: 0.06 };
const adjective: WordCost = { by: 'spelling', cost: 0.08 };
const syllable: WordCost = { by: 'sound', cost: 0.08 };
const sound: WordCost = { by: 'sound', cost: 0.15 };
const shortSound: WordCost = { by: 'sound', cost: 0.3 };
const similarSound: WordCost = { by: 'sound', cost: 0.4 };
/** Persons: equal consonants of two words with vowels, by their number. */
const fullSounds: readonly (WordCost | null)[] = [
  null,
  null,
  null,
  { by: 'sound', cost: 0.18 },
  { by: 'sound', cost: 0.12 },
];

/** The cost of two words; null when they are no pair. */
export function wordCost(left: Word, right: Word, mode: NameMode): WordCost | null {
  if (left.text === right.text) return same;
  if (left.meaning !== null && left.meaning === right.meaning) return left.kind === 'number' ? sameNumber : meaning;
  if (left.kind === 'number' || right.kind === 'number') return left.kind === right.kind ? otherNumber : null;
  if (mode === 'person' && areNicknames(left.text, right.text)) return nickname;
  if (left.kind === 'initial' || right.kind === 'initial') return canStandFor(left, right) ? initial : null;
  if (isSilent(left) || isSilent(right) || (left.syllabic && right.syllabic)) return null;
  if (
    left.syllabic !== right.syllabic &&
    (sameSyllable(left, right) || (mode === 'person' && sameMandarin(left, right)))
  )
    return syllable;
  const spelling = bySpelling(left.text, right.text);
  if (isKana(left) !== isKana(right)) return cheaper(kanaCost(left.text, right.text), spelling);
  if (left.bare !== right.bare) return cheaper(soundCost(left, right), spelling);
  if (left.bare || left.syllabic || right.syllabic) return spelling;
  const level = sameLevelled(left.text, right.text)
    ? levelledSame
    : mode === 'organisation' && sameStem(left.text, right.text)
      ? adjective
      : null;
  return cheaper(cheaper(level, mode === 'person' ? fullSound(left, right) : null), spelling);
}

const isSilent = ({ kind }: Word): boolean => kind === 'stop' || kind === 'particle';

function areNicknames(left: string, right: string): boolean {
  const groups = nameGroups(left);
  return groups.length > 0 && nameGroups(right).some((group) => groups.includes(group));
}

const sameLevelled = (left: string, right: string): boolean =>
  Math.min(left.length, right.length) >= leastLevelled && levelledSpelling(left) === levelledSpelling(right);

/** Stems are starts of the levelled words, of one letter and more. */
const sameStem = (left: string, right: string): boolean => {
  if (levelledSpelling(left).charCodeAt(0) !== levelledSpelling(right).charCodeAt(0)) return false;
  const stems = adjectiveStems(left);
  return adjectiveStems(right).some((stem) => stems.includes(stem));
};

const sameSyllable = (left: Word, right: Word): boolean =>
  (isHangul(left) || isHangul(right)) && syllableKey(left.text) === syllableKey(right.text);

function sameMandarin(left: Word, right: Word): boolean {
  if (!isHan(left) && !isHan(right)) return false;
  const key = mandarinKey(left.text);
  return key !== null && key === mandarinKey(right.text);
}

function fullSound(left: Word, right: Word): WordCost | null {
  const ours = soundOf(left);
  return ours === soundOf(right) ? (fullSounds[Math.min(ours.length, fullSounds.length - 1)] ?? null) : null;
}

const canStandFor = (left: Word, right: Word): boolean =>
  right.text.startsWith(left.text.charAt(0)) && (left.kind === 'name' || right.kind === 'name');

/** The consonants of a word as they sound. */
export const makeSound = ({ text, bare }: Word): string => consonants(text, bare);

export const soundOf = cached(100_000, ({ text, bare }: Word) => (bare ? `${text} b` : text), makeSound);

/** One of the two is without vowels: a first vowel counts on neither side. */
function soundCost(left: Word, right: Word): WordCost | null {
  const [ours, theirs] = [soundOf(left), soundOf(right)];
  const [bare, other] = [withoutFirstVowel(ours), withoutFirstVowel(theirs)];
  if (bare === other && bare.length >= 2) return bare.length >= 3 ? sound : shortSound;
  return ours.length >= 4 && theirs.length >= 4 && edits(ours, theirs, 10) <= 10 ? similarSound : null;
}

/** One of the two is in kana. */
function kanaCost(left: string, right: string): WordCost | null {
  const heard = kanaSound(left);
  if (heard.length < 2 || heard !== kanaSound(right)) return null;
  return heard.length >= 3 ? sound : shortSound;
}

const withoutFirstVowel = (consonantsOf: string): string => consonantsOf.replace(/^[ah]/, '');

function bySpelling(left: string, right: string): WordCost | null {
  const cost = spellingCost(left, right);
  return cost === null ? null : { by: 'spelling', cost };
}

const cheaper = (one: WordCost | null, other: WordCost | null): WordCost | null =>
  one === null || (other !== null && other.cost < one.cost) ? other : one;
