import type { Severity, Term } from '../../../schemas/vocabulary.ts';
import type { ComparedSubjects } from './facts.ts';

export type StandingState = Term<'standingState'>;
export type StandingPartName = Term<'standingPart'>;

/** One part of a standing. Times in milliseconds. */
export interface StandingPart {
  readonly part: StandingPartName;
  /** `open`: not known, not proven or not shown. */
  readonly state: StandingState;
  /** Null where the state is good. */
  readonly severity: Severity | null;
  /** "No match in old lists". */
  readonly word: string;
  /** What the word rests on, as sentences; may be empty. */
  readonly note: string;
  /** Date of the oldest data that it rests on; null without any. */
  readonly asOf: number | null;
  /** The last moment at which it holds if nothing new is read; null if time alone does not change it. */
  readonly limitAt: number | null;
  /** What was compared with lists; null for every other part. */
  readonly compared: ComparedSubjects | null;
  /** The change that it states; null for none or several. */
  readonly changeId: string | null;
}

type Rest = Partial<Omit<StandingPart, 'note' | 'part' | 'state' | 'word'>>;

const part = (
  state: StandingState,
  severity: Severity | null,
  name: StandingPartName,
  [word, note]: readonly [word: string, note: string],
  rest: Rest,
): StandingPart => ({
  part: name,
  state,
  severity,
  word,
  note,
  asOf: null,
  limitAt: null,
  compared: null,
  changeId: null,
  ...rest,
});

type Words = readonly [word: string, note: string];

export const good = (name: StandingPartName, words: Words, rest: Rest = {}): StandingPart =>
  part('good', null, name, words, rest);

/** What is unknown is never of low severity. */
export const open = (name: StandingPartName, words: Words, rest: Rest = {}): StandingPart =>
  part('open', 'medium', name, words, rest);

export const adverse = (name: StandingPartName, severity: Severity, words: Words, rest: Rest = {}): StandingPart =>
  part('adverse', severity, name, words, rest);

/** The tables do not answer. */
export const unknownNow = (name: StandingPartName): StandingPart =>
  open(name, ['Unknown now', 'It cannot be read now; ask again.']);
