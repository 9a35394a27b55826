import type { Codec } from '../../../schemas/codec.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { ok, type Output, type Processor } from '../../../pipeline/runtime/processor.ts';
import { type Difference, sixFields, type SixFieldRow } from './six-field-rows.ts';

/**
 * A minimal detection: which fields of a keyed row differ from its row before. Rows and differences replace observations
 * and changes on the log, as JSON.
 */
export const sixFieldDiff: Processor<'observations'> = {
  name: 'six-field-diff',
  input: 'observations',
  outputs: ['changes'],
  stateVersion: 1,
  apply: (state, { value, timestamp }) => {
    const row = rowIn(value);
    const { asset, cells } = row;
    const before = state.get<SixFieldRow['cells']>(asset);
    state.put(asset, cells);
    if (before === undefined) return ok();
    const outputs: Output[] = [];
    for (const field of sixFields) {
      const from = before[field] ?? '';
      const to = cells[field] ?? '';
      if (from !== to) outputs.push(differenceOf(row, field, from, to, timestamp));
    }
    return ok(outputs);
  },
};

/** The topic's type differs from its content here. */
export const asObservation = (row: SixFieldRow): Observation =>
  ({ ...row, assetId: row.asset }) as unknown as Observation;

const rowIn = (value: Observation): SixFieldRow => value as unknown as SixFieldRow;

/** `assetId` is the key of the topic's records. */
const differenceOf = (
  { asset, at }: SixFieldRow,
  field: string,
  from: string,
  to: string,
  timestamp: number,
): Output => {
  const value: Difference & { readonly assetId: string } = { asset, field, from, to, at, assetId: asset };
  return { topic: 'changes', timestamp, value } as unknown as Output;
};

export const jsonCodec: Codec = {
  encode: (_, value) => Buffer.from(JSON.stringify(value)),
  decode: (_, bytes) => JSON.parse(bytes.toString('utf8')) as never,
  prepare: async () => undefined,
};
