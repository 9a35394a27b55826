import { ParkedRecordError } from '../../infra/errors.ts';
import type { LogRecord } from '../../infra/log/log.ts';
import { UndecodableValue } from '../../schemas/framed-value.ts';
import { type ParkedByHand, passingRecords, placeOf } from '../runtime/parked-by-hand.ts';
import { deadLetter } from '../runtime/parking.ts';
import type { RuntimeDeps } from '../runtime/role.ts';
import type { Checkpoints } from './checkpoints/checkpoints.ts';
import { addRecord, type LaneBatches, lettersOf } from './lane-batch.ts';

/** Puts records of a lane into its batches: their rows, or a dead letter in their place. */
interface RecordGatherer {
  /** Adds the rows of a record to the batches; false if it was parked instead. */
  readonly gather: (batches: LaneBatches, record: LogRecord) => boolean;
  /** Adds a dead letter, unless the record was parked before. */
  readonly park: (batches: LaneBatches, record: LogRecord, errorClass: string, message: string) => void;
}

interface GathererContext {
  /** Of the lane. */
  readonly name: string;
  readonly checkpoints: Pick<Checkpoints, 'parkedUpTo'>;
  readonly byHand: ParkedByHand;
}

export function createRecordGatherer(
  deps: Pick<RuntimeDeps, 'codec' | 'clock' | 'inHand'>,
  { name, checkpoints, byHand }: GathererContext,
): RecordGatherer {
  const isFirstPass = ({ topic, partition, offset }: LogRecord): boolean =>
    offset >= checkpoints.parkedUpTo(topic, partition);

  const park: RecordGatherer['park'] = (batches, record, errorClass, message) => {
    if (!isFirstPass(record)) return;
    const letter = deadLetter(deps.codec, { record, processor: name, errorClass, message, time: deps.clock() });
    lettersOf(batches, record.topic).set(placeOf(record), letter);
  };

  /** Whether the operator has parked the record. Rows of one that was inserted before are inserted again. */
  const passes = (batches: LaneBatches, record: LogRecord): boolean => {
    if (!isFirstPass(record)) return byHand.hasPassed(record);
    const parking = byHand.requestFor(record);
    if (parking === undefined) return false;
    const [letter, passed] = passingRecords(deps.codec, { record, processor: name, parking, time: deps.clock() });
    lettersOf(batches, record.topic)
      .set(`${placeOf(record)}/letter`, letter)
      .set(`${placeOf(record)}/passed`, passed);
    return true;
  };

  return {
    park,
    gather: (batches, record) => {
      if (passes(batches, record)) return true;
      deps.inHand?.(name, record);
      try {
        addRecord(batches, deps.codec, record);
        return true;
      } catch (error) {
        if (error instanceof UndecodableValue) park(batches, record, 'undecodable', error.message);
        else if (error instanceof ParkedRecordError) park(batches, record, 'refused', error.message);
        else throw error;
        return false;
      }
    },
  };
}
