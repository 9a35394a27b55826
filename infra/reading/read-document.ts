import { availableParallelism } from 'node:os';
import type { ReadDocument } from '../../schemas/values/reading.ts';
import type { DocumentClass } from '../../schemas/vocabulary.ts';
import { residentSize } from '../process/resident-size.ts';
import { type ReaderLimits, readerLimits, watchMs } from './limits.ts';
import type { ReaderRequest } from './messages.ts';
import { readAnswer, readParts } from './read-answer.ts';
import { createSlots } from './slots.ts';
import { startReader } from './start-reader.ts';

export interface ReadOptions {
  /** Character set that the server named in `Content-Type`. */
  readonly charset?: string | null;
  readonly limits?: ReaderLimits;
  /** Kills the reader; `readDocument` then throws the reason. */
  readonly signal?: AbortSignal;
}

/** Readers use a core for seconds, and everything else must go on. */
const inSlot = createSlots(Math.max(1, Math.floor(availableParallelism() / 2)));

/**
 * Reads a document in a process of its own, whatever its class: a worker thread would not bound buffers. Never throws for a
 * document; a hostile one ends as `failed` with a sentence, or as `partly` with the pages that were read before. `documentClass` null: the bytes decide.
 */
export const readDocument = (
  bytes: Uint8Array,
  documentClass: DocumentClass | null,
  { charset = null, limits = readerLimits, signal }: ReadOptions = {},
): Promise<ReadDocument> =>
  inSlot(async () => {
    signal?.throwIfAborted();
    const ended = await runReader(bytes, { class: documentClass, charset }, limits, signal);
    signal?.throwIfAborted();
    return 'reason' in ended ? readParts(ended.output, ended.reason, ended.limit) : readAnswer(ended.output);
  });

/** Output of a process, and why it ended early. */
type ReaderResult =
  | { readonly output: Buffer }
  | { readonly output: Buffer; readonly reason: string; readonly limit: ReadDocument['limit'] };

type EarlyEnd = Pick<Extract<ReaderResult, { reason: string }>, 'reason' | 'limit'>;

function runReader(
  bytes: Uint8Array,
  request: ReaderRequest,
  limits: ReaderLimits,
  signal: AbortSignal | undefined,
): Promise<ReaderResult> {
  const child = startReader(request, limits);
  return new Promise((resolve) => {
    let stopped: EarlyEnd | null = null;
    const stop = (reason: string, limit: ReadDocument['limit']): void => {
      stopped ??= { reason, limit };
      child.kill('SIGKILL');
    };
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.outputBytes) stop(`the reading is longer than ${limits.outputBytes} bytes`, 'output');
      else chunks.push(chunk);
    });
    const late = setTimeout(() => stop(`the reader hung for ${limits.timeMs / 1000} s`, 'time'), limits.timeMs);
    const watch = setInterval(() => {
      const resident = child.pid === undefined ? null : residentSize(child.pid);
      if ((resident ?? 0) > limits.residentBytes) stop(tooMuchMemory, 'memory');
    }, watchMs);
    const onAbort = (): void => stop('the reader was stopped', null);
    signal?.addEventListener('abort', onAbort, { once: true });
    const end = (ended: EarlyEnd | null): void => {
      clearTimeout(late);
      clearInterval(watch);
      signal?.removeEventListener('abort', onAbort);
      resolve({ output: Buffer.concat(chunks), ...(stopped ?? ended) });
    };
    child.on('error', (error) => end({ reason: `the reader did not start: ${error.message}`, limit: null }));
    child.on('close', (code, killedBy) => {
      if (code === 0) end(null);
      // Node aborts when its heap is full.
      else if (killedBy === 'SIGABRT' || killedBy === 'SIGTRAP' || code === 134)
        end({ reason: tooMuchMemory, limit: 'memory' });
      else if (killedBy === 'SIGXCPU')
        end({ reason: `the reader took more than ${limits.processorSeconds} s of processor time`, limit: 'time' });
      else end({ reason: `the reader ended by ${killedBy ?? `code ${code ?? 0}`}`, limit: null });
    });
    // A reader that ends early closes its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}

const tooMuchMemory = 'the reader took more memory than its limit';
