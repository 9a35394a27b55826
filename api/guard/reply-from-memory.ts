import { namesAny, namesTag } from './if-none-match.ts';
import type { KnownAnswer } from './known-answers.ts';

/** What is said to a request from memory. */
export interface Reply {
  /** Null: the client has it. */
  readonly body: Buffer | null;
}

/** A client has one tag, or a few. Reading more than that takes time, and is not free of charge. */
const longestCondition = 1_024;

/** The reply to `If-None-Match` with that text, empty when there is none; null when the answer must be made after all. */
export function replyOf(known: KnownAnswer, condition: string): Reply | null {
  const whole = known.bytes === null ? null : { body: known.bytes };
  if (condition === '') return whole;
  if (condition.length > longestCondition || namesAny(condition)) return null;
  return namesTag(condition, known.tag) ? unchanged : whole;
}

const unchanged: Reply = { body: null };
