import type { Memory } from './memory.ts';
import { unknownWord, type Word } from './values.ts';

/** Why and where a run ended. */
export interface RunEnd {
  readonly kind: 'returned' | 'reverted' | 'branch' | 'passed_on' | 'not_followed';
  readonly at: number;
  /** It reverted without data, as for a function that the contract does not have. */
  readonly isEmpty: boolean;
  /** What it stored, logged and returned up to there, as far as it is known. */
  readonly effects: string;
}

/** A call to code of another contract: in its own name and storage, or by a message with the input of this call. */
export interface PassedCall {
  readonly kind: 'delegate' | 'call';
  readonly target: Word;
}

/** What was seen on all ways. */
export interface RunNotes {
  readonly calls: PassedCall[];
  /** Words that the selector of the call, which is not known, was compared with. */
  readonly compared: Set<bigint>;
  /** Slots that were read, in order; those at places that are computed are left out. */
  readonly loaded: bigint[];
}

export interface Run extends Readonly<RunNotes> {
  readonly ends: readonly RunEnd[];
  /** Number of steps. */
  readonly taken: number;
}

export interface RunInput {
  /** What the contract is called with. */
  readonly input: Buffer;
  /** Bytes of it that are known; those behind them are not. */
  readonly known: number;
  /** Whether branches on words that are not known go both ways. */
  readonly isWide: boolean;
  readonly mostSteps: number;
  /** How often a branch on a word that is not known is taken, so that loops end; absent: 3. */
  readonly mostVisits?: number;
}

/** One way through the code. */
export interface Thread {
  pc: number;
  readonly stack: Word[];
  readonly memory: Memory;
  /** What the last call returned; null: there was none. */
  answer: Word | null;
  /** What it stored, logged and returned. */
  effects: string;
}

export const endAt = (kind: RunEnd['kind'], at: number, { effects }: Thread, isEmpty = false): RunEnd => ({
  kind,
  at,
  isEmpty,
  effects,
});

/** Takes the word on top of a stack. */
export const popped = (stack: Word[]): Word => stack.pop() ?? unknownWord;
