import type { Reading, ReadDocument } from '../../schemas/values/reading.ts';
import type { ReaderAnswer } from './messages.ts';

/** The document that the output of a reader process describes (`ReaderAnswer`). */
export function readAnswer(output: Buffer): ReadDocument {
  const lineEnd = output.indexOf(0x0a);
  if (lineEnd < 0) return failedReading('the reader gave no answer', null);
  const { ended, reason } = JSON.parse(output.toString('utf8', 0, lineEnd)) as ReaderAnswer;
  if (ended === 'failed') return failedReading(reason ?? 'the reader gave no reason', null);
  const text = output.toString('utf8', lineEnd + 1);
  return { reading: JSON.parse(text) as Reading, text, ended, reason, limit: null };
}

export const failedReading = (reason: string, limit: ReadDocument['limit']): ReadDocument => ({
  reading: null,
  text: null,
  ended: 'failed',
  reason,
  limit,
});
