/** Ticks on the log: the newest of each partition, and how one is appended. */
import { type Tick } from '../../pipeline/publishers/ticks/plan-ticks.ts';
import { tickIn, tickObservation } from '../../pipeline/publishers/ticks/tick-record.ts';
import type { Engine } from '../engine/open-engine.ts';
import { recordOf } from './append.ts';
import { decodeOrNull } from './read-topic.ts';

type LogOf = Pick<Engine, 'log' | 'codec'>;

const pageRecords = 1_000;

/** The newest tick of each partition. Reads backwards, so that a log with daily ticks is read for a day only. */
export async function newestTicks(engine: LogOf): Promise<readonly (Tick | null)[]> {
  const ranges = await engine.log.ranges('observations');
  const newest: (Tick | null)[] = Array.from({ length: engine.log.partitionsOf('observations') }, () => null);
  for (const { partition, low, end } of ranges) {
    for (let to = end; to > low && newest[partition] === null; to -= pageRecords) {
      newest[partition] = await lastTickIn(engine, partition, Math.max(low, to - pageRecords), to);
    }
  }
  return newest;
}

async function lastTickIn({ log, codec }: LogOf, partition: number, from: number, to: number): Promise<Tick | null> {
  const page = await log.read({ topic: 'observations', partition, from, maxRecords: to - from });
  // Control records name no asset, so their key is empty. Only these are decoded.
  const controls = page.filter(({ key, offset }) => offset < to && (key === null || key.length === 0));
  await codec.prepare(controls.map(({ value }) => value));
  const ticks = controls.map((record) => {
    const value = decodeOrNull({ codec }, 'observations', record);
    return value === null ? null : tickIn(value);
  });
  return ticks.findLast((tick) => tick !== null) ?? null;
}

/** Appends a tick to partitions, durably. */
export async function appendTick(engine: LogOf, tick: Tick, partitions: readonly number[]): Promise<void> {
  const observation = tickObservation(tick);
  const record = recordOf(engine, 'observations', observation, observation.observedAt);
  await engine.log.append(partitions.map((partition) => ({ ...record, partition })));
}
