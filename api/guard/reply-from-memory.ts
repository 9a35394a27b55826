import { namesAny, namesTag } from './if-none-match.ts';
import type { KnownAnswer, KnownAnswers, Question } from './known-answers.ts';

/** What is said to a request from memory. */
export interface Reply {
  readonly known: KnownAnswer;
  /** Null: the client has it. */
  readonly body: Buffer | null;
}

/** A client has one tag, or a few. Reading more than that takes time, and is not free of charge. */
const longestCondition = 1_024;

/** The reply to a question with that `If-None-Match`, empty when there is none; null when the answer must be made. */
export function replyFromMemory(answers: KnownAnswers, question: Question, condition: string): Reply | null {
  const known = answers.find(question);
  if (known === null || condition.length > longestCondition || namesAny(condition)) return null;
  if (namesTag(condition, known.tag)) return { known, body: null };
  return known.bytes === null ? null : { known, body: known.bytes };
}
