/** Kills the process of the tables while the sink fills them and a client reads. */
import * as assert from 'uvu/assert';
import type { RunningService, Sandbox } from '../support/service.ts';
import { readOf, until200 } from './host-faults.ts';
import { assertNothingLost, createReader, declareAssets, writeObservations } from './observed-assets.ts';
import { type ReadingFigures, startReading } from './reading.ts';
import { hostOf } from './tables-processes.ts';
import { nextHost } from './watched-processes.ts';
import { pause } from '../support/real-time.ts';

const assets = 20;

export interface FillingOptions {
  readonly observations: number;
  /** Signals to the process of the tables, one after the other. */
  readonly signals: readonly NodeJS.Signals[];
  /** Time from one process to the signal that ends it, milliseconds. */
  readonly everyMs: number;
}

/** Returns what a client read meanwhile, and its key. At the end nothing is lost, duplicate or differing. */
export async function killWhileFilling(
  sandbox: Sandbox,
  service: RunningService,
  { observations, signals, everyMs }: FillingOptions,
): Promise<{ readonly key: string; readonly figures: ReadingFigures }> {
  await declareAssets(sandbox, { assets });
  const key = await createReader(sandbox);
  const read = (): Promise<Response> => readOf({ service, key });
  const observing = sandbox.cli('observe', writeObservations(sandbox, { assets, count: observations }));
  const reads = startReading(read);
  try {
    for (const signal of signals) {
      await pause(everyMs);
      const host = hostOf(sandbox);
      process.kill(host, signal);
      await nextHost(sandbox, host);
      await until200(read);
    }
    assert.is((await observing).code, 0);
    await assertNothingLost(sandbox);
  } finally {
    await reads.end();
  }
  return { key, figures: await reads.end() };
}
