import { namesAny, namesTag } from './if-none-match.ts';
import type { KnownAnswer } from './known-answers.ts';

/** What an answer from memory says: the body again, or that the client has it; null when it must be made after all. */
export function replyOf(known: KnownAnswer, condition: string): 'whole' | 'unchanged' | null {
  if (condition === '') return known.bytes === null ? null : 'whole';
  if (namesAny(condition)) return null;
  if (namesTag(condition, known.tag)) return 'unchanged';
  return known.bytes === null ? null : 'whole';
}
