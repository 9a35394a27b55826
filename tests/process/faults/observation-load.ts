import type { AcknowledgedAppend } from './acknowledged.ts';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { appendOutputs } from '../../../cli/log/append-outputs.ts';
import type { Engine } from '../../../cli/engine/open-engine.ts';
import { registrySnapshot } from '../../../cli/registry/registry-view.ts';
import { planObservations } from '../../../pipeline/registry/import/plan-observations.ts';
import { readingOf, type Reading, type World, witnessReading } from './world.ts';
import { pause, elapsedMs, nowMs } from '../../support/real-time.ts';

export interface LoadOptions {
  readonly engine: Engine;
  readonly world: World;
  readonly total: number;
  readonly perSecond: number;
  /** File to which each acknowledgement is appended as it arrives. */
  readonly file: string;
  /** How many times each record is appended; default 1. */
  readonly times?: number;
}

export interface LoadFigures {
  readonly acknowledged: number;
  /** Appends that were refused and retried. */
  readonly refused: number;
  /** Longest time of one append, in ms. */
  readonly slowest: number;
}

export interface Load {
  readonly acknowledged: () => number;
  /** Resolves when all records are acknowledged. */
  readonly done: Promise<LoadFigures>;
  /** Stops appending. */
  readonly stop: () => void;
}

const largestBatch = 200;
const retryAfterMs = 250;

/**
 * Appends the readings of a world as `attestry observe` does, at a fixed rate, one batch after the other. A refused batch
 * is retried until the log accepts it, as publishers do.
 */
export async function startLoad(options: LoadOptions): Promise<Load> {
  const { engine, world, total, perSecond, file } = options;
  const { assets } = await registrySnapshot(engine);
  writeFileSync(file, '');
  let sent = 0;
  let refused = 0;
  let slowest = 0;
  let isOver = false;
  const append = async (readings: readonly Reading[]): Promise<void> => {
    const text = readings.map(({ line }) => line).join('\n');
    const files = [{ name: world.name, text }];
    const plan = planObservations({ files, assetOf: (id) => assets.get(id)?.value, now: nowMs() });
    if (!plan.ok) throw new Error(JSON.stringify(plan.issues[0]));
    const begun = elapsedMs();
    for (let time = 0; time < (options.times ?? 1); time += 1) {
      while (!isOver && !(await tryAppend(engine, plan.records))) refused += 1;
    }
    slowest = Math.max(slowest, elapsedMs() - begun);
    sent += readings.length;
    const lines = plan.observations.map(({ id, assetId, value }) => JSON.stringify({ id, assetId, value }));
    appendFileSync(file, `${lines.join('\n')}\n`);
  };
  const run = async (): Promise<LoadFigures> => {
    const start = nowMs();
    const plain = total - 3 * world.witnesses;
    const early = Array.from({ length: 2 * world.witnesses }, (_, n) =>
      witnessReading(world, n % world.witnesses, Math.floor(n / world.witnesses), start),
    );
    await append(early);
    const begun = elapsedMs();
    let witnessed = 0;
    for (let next = 0; next < plain && !isOver; ) {
      const due = Math.min(plain, Math.floor(((elapsedMs() - begun) / 1_000) * perSecond) + 1);
      const until = Math.min(due, next + largestBatch);
      const batch = Array.from({ length: until - next }, (_, at) =>
        readingOf(world, next + at, { total: plain, start }),
      );
      next = until;
      const share = Math.floor((world.witnesses * next) / plain);
      for (; witnessed < share; witnessed += 1) batch.push(witnessReading(world, witnessed, 2, nowMs()));
      if (batch.length > 0) await append(batch);
      await pause(20);
    }
    return { acknowledged: sent, refused, slowest: Math.round(slowest) };
  };
  return {
    acknowledged: () => sent,
    done: run(),
    stop: () => {
      isOver = true;
    },
  };
}

async function tryAppend(engine: Engine, outputs: Parameters<typeof appendOutputs>[1]): Promise<boolean> {
  try {
    await appendOutputs(engine, outputs);
    return true;
  } catch {
    await pause(retryAfterMs);
    return false;
  }
}

export const acknowledgedIn = (file: string): readonly AcknowledgedAppend[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AcknowledgedAppend);
