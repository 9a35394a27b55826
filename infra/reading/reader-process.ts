/**
 * A process that reads one document: started by `read-document.ts` with the request as its argument, the bytes on its standard
 * input. It ends with its parent. A hostile document can take this process only. Console output is off, because libraries write to standard output.
 */
import { buffer } from 'node:stream/consumers';
import { endWithParent } from '../process/end-with-parent.ts';
import type { ReaderRequest } from './messages.ts';
import { answerRequest } from './readers/answer-request.ts';

/** The pipe to the parent. */
endWithParent(3);

for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => undefined;

const request = JSON.parse(process.argv[2] ?? '{}') as ReaderRequest;
const output = await answerRequest(await buffer(process.stdin), request);
// Libraries may leave timers and streams behind.
process.stdout.write(output, () => process.exit(0));
