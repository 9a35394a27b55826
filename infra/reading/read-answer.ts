import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { Reading, ReadDocument } from '../../schemas/values/reading.ts';
import { partMark, type ReaderAnswer, type ReaderPart } from './messages.ts';

const lineFeed = 0x0a;
const markByte = partMark.charCodeAt(0);

/** The document that the output of a reader process describes: parts, then a `ReaderAnswer`. */
export function readAnswer(output: Buffer): ReadDocument {
  let start = 0;
  while (output[start] === markByte) start = endOf(output, start) + 1;
  const lineEnd = endOf(output, start);
  if (lineEnd >= output.length) return failedReading('the reader gave no answer', null);
  const { ended, reason } = JSON.parse(output.toString('utf8', start, lineEnd)) as ReaderAnswer;
  if (ended === 'failed') return failedReading(reason ?? 'the reader gave no reason', null);
  const text = output.toString('utf8', lineEnd + 1);
  return { reading: JSON.parse(text) as Reading, text, ended, reason, limit: null };
}

/** What a process that was ended by a limit had read: the pages of its parts, if it wrote any. */
export function readParts(output: Buffer, reason: string, limit: ReadDocument['limit']): ReadDocument {
  const parts: ReaderPart[] = [];
  for (let start = 0; output[start] === markByte; ) {
    const end = endOf(output, start);
    // The last line may be cut off.
    if (end >= output.length) break;
    parts.push(JSON.parse(output.toString('utf8', start + 1, end)) as ReaderPart);
    start = end + 1;
  }
  const last = parts.at(-1);
  if (last === undefined) return failedReading(reason, limit);
  const pages = parts.flatMap((part) => part.pages);
  const links = parts.flatMap((part) => part.links);
  const count = pages.length;
  const sentence = `${reason}; ${count} ${count === 1 ? 'page was' : 'pages were'} read before`;
  const reading = { ...last, pages, links, alarms: [...last.alarms, sentence] };
  return { reading, text: canonicalJson(reading), ended: 'partly', reason: sentence, limit };
}

/** Place of the next line feed; the length where there is none. */
function endOf(output: Buffer, start: number): number {
  const end = output.indexOf(lineFeed, start);
  return end < 0 ? output.length : end;
}

const failedReading = (reason: string, limit: ReadDocument['limit']): ReadDocument => ({
  reading: null,
  text: null,
  ended: 'failed',
  reason,
  limit,
});
