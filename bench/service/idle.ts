import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement, type Target } from '../measurement.ts';
import { workOf } from '../support/probes/process-work.ts';
import { inSandbox } from '../support/engines/service.ts';

/** Tables have merged their parts by then, milliseconds. */
const settleMs = 150_000;
const measuredMs = 60_000;

/** A service without requests, whose sources are silent. */
export const idleBench: Bench = {
  name: 'idle',
  measures: 'a minute of a service with the demo that gets no requests: all of its processes, and its data directory',
  cases: { 'up --demo': benchIdle },
};

async function benchIdle({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  return inSandbox(async (sandbox) => {
    const { pid } = await sandbox.up({ demo: true });
    await sandbox.idle();
    await pause(settleMs);
    const before = workOf(pid);
    const began = performance.now();
    await pause(measuredMs * scale);
    const after = workOf(pid);
    const seconds = (performance.now() - began) / 1_000;
    const files = filesIn(sandbox.directory);
    return [
      figure('processor time', 's a minute', ((after.cpu - before.cpu) / seconds) * 60, atMost(0.6)),
      figure('wake-ups of threads', '/s', (after.wakeUps - before.wakeUps) / seconds, atMost(60)),
      figure('files of the data directory', 'files', files.length, atMost(1_500)),
      figure('of these, of tables', 'files', files.filter((path) => path.includes('/tables/')).length, null),
    ];
  });
}

const figure = (name: string, unit: string, value: number, target: Target | null): Measurement => ({
  name,
  unit,
  value,
  floor: null,
  target,
});

const filesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
