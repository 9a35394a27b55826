import { readBytes } from '../../../../infra/reading/readers/read-bytes.ts';
import type { ReadDocumentBytes } from '../../../../pipeline/publishers/documents/fetch/read-body.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import type { ReadDocument } from '../../../../schemas/values/reading.ts';
import type { DocumentsState } from './documents-state.ts';

/** Classes of faults of the process that reads a document. */
export const readerFaults = {
  'reader-hangs': { share: 0.3, probability: 0.3 },
  'reader-crashes': { share: 0.3, probability: 0.3 },
} as const;

/** In place of 300 s, milliseconds: days pass meanwhile. */
const limitMs = 1_000;

/** The process that reads a document: its readers run here, and what befalls a process is simulated. `onRead` gets the hash of the bytes. */
export const createReader =
  ({ simulation, wholeReadings }: DocumentsState, onRead: (sha256: string) => void): ReadDocumentBytes =>
  async (bytes, { charset, signal }) => {
    const { random, faults } = simulation;
    onRead(sha256Hex(bytes));
    await simulation.pause(random.delay(30), 'a reader reads');
    if (faults.strikes('reader-crashes')) return failed('the reader ended with signal SIGKILL', null);
    if (faults.strikes('reader-hangs')) {
      await simulation.pause(limitMs, 'the limit of a reading');
      return failed('the reader hung for 300 s', 'time');
    }
    signal.throwIfAborted();
    const read = await readHere(bytes, charset);
    if (read.ended === 'whole' && read.text !== null) wholeReadings.add(sha256Hex(read.text));
    return read;
  };

const failed = (reason: string, limit: ReadDocument['limit']): ReadDocument => ({
  reading: null,
  text: null,
  ended: 'failed',
  reason,
  limit,
});

async function readHere(bytes: Buffer, charset: string | null): Promise<ReadDocument> {
  try {
    const { reading, reason } = await readBytes(bytes, { class: null, charset });
    return { reading, text: canonicalJson(reading), ended: reason === null ? 'whole' : 'partly', reason, limit: null };
  } catch (error) {
    return failed(String(error), null);
  }
}
