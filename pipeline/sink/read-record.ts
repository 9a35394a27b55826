import type { LogRecord } from '../../infra/log/log.ts';
import { type Codec, UndecodableValue } from '../../schemas/codec.ts';
import type { RecordAt } from './row-mapping.ts';

/** The value of a record and where it is. Throws UndecodableValue. */
export function readRecord(
  codec: Pick<Codec, 'decode'>,
  record: LogRecord,
): { readonly value: unknown; readonly at: RecordAt } {
  if (record.value === null) throw new UndecodableValue('the record has no value', null);
  const { partition, offset, timestamp } = record;
  return { value: codec.decode(record.topic, record.value), at: { partition, offset, timestamp } };
}
