/**
 * A process that reads one document: started by `read-document.ts` with the request as its argument, the bytes on its standard
 * input. It ends with its parent. A hostile document can take this process only. Console output is off, because libraries write to standard output.
 */
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { endWithParent } from '../end-with-parent.ts';
import type { ReaderAnswer, ReaderRequest } from './messages.ts';
import { NotReadable } from './readers/not-readable.ts';
import { readBytes } from './readers/read-bytes.ts';

/** The pipe to the parent. */
endWithParent(3);

for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => undefined;

const longestMessage = 200;

async function answer(): Promise<string> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
    const { reading, reason } = await readBytes(
      Buffer.concat(chunks),
      JSON.parse(process.argv[2] ?? '{}') as ReaderRequest,
    );
    return `${line({ ended: reason === null ? 'whole' : 'partly', reason })}${canonicalJson(reading)}`;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason =
      error instanceof NotReadable ? message : `the document is damaged (${message.slice(0, longestMessage)})`;
    return line({ ended: 'failed', reason: reason.toWellFormed() });
  }
}

const line = (head: ReaderAnswer): string => `${JSON.stringify(head)}\n`;

const output = await answer();
// Libraries may leave timers and streams behind.
process.stdout.write(output, () => process.exit(0));
