/**
 * A process that reads one document: started by `read-document.ts` with the request as its argument, the bytes on its standard
 * input. It ends with its parent. A hostile document can take this process only. Console output is off, because libraries write to standard output.
 */
import { buffer } from 'node:stream/consumers';
import { endWithParent } from '../process/end-with-parent.ts';
import { partsAfterSeconds } from './limits.ts';
import type { ReaderRequest } from './messages.ts';
import { answerRequest } from './readers/answer-request.ts';
import { createPartWriter, processorSeconds } from './readers/part-writer.ts';

/** The pipe to the parent. */
endWithParent(3);

for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => undefined;

const request = JSON.parse(process.argv[2] ?? '{}') as ReaderRequest;
// Pipes are written to at once: a limit of the kernel leaves what was written.
const onPart = createPartWriter((line) => void process.stdout.write(line), {
  usedSeconds: processorSeconds,
  afterSeconds: request.partsAfterSeconds ?? partsAfterSeconds,
});
const output = await answerRequest(await buffer(process.stdin), request, onPart);
// Libraries may leave timers and streams behind.
process.stdout.write(output, () => process.exit(0));
