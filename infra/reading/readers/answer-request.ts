import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Reading } from '../../../schemas/values/reading.ts';
import type { ReaderAnswer, ReaderRequest } from '../messages.ts';
import { NotReadable } from './not-readable.ts';
import { readBytes } from './read-bytes.ts';

const longestMessage = 200;

/** What a reader process writes about these bytes (`ReaderAnswer`). `onPart` gets what was read so far. Never throws for a document. */
export async function answerRequest(
  bytes: Buffer,
  request: ReaderRequest,
  onPart: (read: Reading) => void = () => undefined,
): Promise<string> {
  try {
    const { reading, reason } = await readBytes(bytes, request, onPart);
    return `${line({ ended: reason === null ? 'whole' : 'partly', reason })}${canonicalJson(reading)}`;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason =
      error instanceof NotReadable ? message : `the document is damaged (${message.slice(0, longestMessage)})`;
    return line({ ended: 'failed', reason: reason.toWellFormed() });
  }
}

const line = (head: ReaderAnswer): string => `${JSON.stringify(head)}\n`;
