import { makeWorld } from '../samples/world.ts';
import { cellsOf, livelyColumns } from '../samples/register-rows.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** A row of a register in the peer's input: JSON, keyed by its asset. */
export interface SixFieldRow {
  readonly asset: string;
  /** Milliseconds. */
  readonly at: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface Difference {
  readonly asset: string;
  readonly field: string;
  readonly from: string;
  readonly to: string;
  readonly at: number;
}

export const sixFields = livelyColumns.slice(0, 6);

const start = Date.parse('2026-01-02T00:00:00Z');

/** Rows of all assets, run after run; `share` of their cells differ from the run before. */
export function* sixFieldRows(assets: number, runs: number, share: number): Generator<SixFieldRow> {
  const world = makeWorld(assets);
  for (let run = 0; run < runs; run++) {
    for (const [index, { assetId }] of world.assets.entries()) {
      const cells = cellsOf(world, index, run, share);
      const six = Object.fromEntries(sixFields.map((field) => [field, cells[field] ?? '']));
      yield { asset: assetId, at: start + run * dayMs, cells: six };
    }
  }
}
