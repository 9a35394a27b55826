import type { Chunk, NewRecord } from '../../../infra/log/log.ts';
import type { Codec } from '../../../schemas/codec.ts';
import { type ParkedByHand, passingRecords } from '../../runtime/parked-by-hand.ts';

/** Separates the records of a chunk that the operator has parked. */
export function passParked(
  { codec, clock }: { readonly codec: Codec; readonly clock: () => number },
  { chunk, byHand, name, processedUpTo }: ChunkToPass,
): { readonly rest: Chunk; readonly passing: readonly NewRecord[] } {
  const passing: NewRecord[] = [];
  const records = chunk.records.filter((record) => {
    if (record.offset < processedUpTo) return !byHand.hasPassed(record);
    const parking = byHand.requestFor(record);
    if (parking !== undefined)
      passing.push(...passingRecords(codec, { record, processor: name, parking, time: clock() }));
    return parking === undefined;
  });
  return { rest: { ...chunk, records }, passing };
}

interface ChunkToPass {
  readonly chunk: Chunk;
  readonly byHand: Pick<ParkedByHand, 'requestFor' | 'hasPassed'>;
  readonly name: string;
  /** Records below this offset were processed by this version or an earlier one. */
  readonly processedUpTo: number;
}
