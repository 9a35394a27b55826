import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../tests/support/service.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement, type Target } from '../measurement.ts';
import { inFolder } from '../support/engines/folder.ts';
import { createProbe, type Probe, type ProbeReading } from '../support/probes/probe.ts';
import { registerCsv, register as registerId } from '../support/samples/register-rows.ts';
import { inSandbox, register, untilIdle } from '../support/engines/service.ts';
import { makeWorld } from '../support/samples/world.ts';

const rows = 20_000;
/** Rows that state twenty facts each about an asset of the registry. */
const attributed = 5_000;
const share = 0.1;
const idleMs = 3_000;
const mebibyte = 1024 * 1024;
const lagFloor = 'the same thread while nothing is loaded';

/** A register of 20,000 rows read by a service with the demo: once as new rows, once with a tenth of its cells changed. */
export const feedloadBench: Bench = {
  name: 'feedload',
  measures: `a register of ${rows} rows, ${attributed} of them about assets of the registry, read by a running service`,
  cases: { 'with the demo': benchFeedload },
};

function benchFeedload({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const world = makeWorld(Math.round(rows * scale));
  const registered = makeWorld(Math.round(attributed * scale));
  return inFolder((folder) =>
    inSandbox(async (sandbox) => {
      const probe = createProbe(folder, 'feedload');
      await sandbox.up({ demo: true, env: probe.env });
      await register(sandbox, registered);
      await probe.read();
      await pause(idleMs);
      const idle = await probe.read();
      const demoRows = lastDemoRows();
      const first = await loadFile(sandbox, probe, registerCsv(world, 0, share, demoRows));
      const second = await loadFile(sandbox, probe, registerCsv(world, 1, share, demoRows));
      return [
        ...figuresOf('first file', idle, first),
        ...figuresOf('changed file', idle, second),
        memory('own memory afterwards', idle.own ?? idle.rss, second.own ?? second.rss, atMost(900)),
        memory('resident memory afterwards, with the mapped log', idle.rss, second.rss, null),
      ];
    }),
  );
}

const memory = (name: string, before: number, after: number, target: Target | null): Measurement => ({
  name,
  unit: 'MiB',
  value: after / mebibyte,
  floor: { name: 'the same service before the load', value: before / mebibyte },
  target,
});

interface Load extends ProbeReading {
  readonly seconds: number;
}

/** Reads a file with `feeds run` and waits until the tables have all of it. */
async function loadFile(sandbox: Sandbox, probe: Probe, csv: string): Promise<Load> {
  const file = join(sandbox.directory, 'register.csv');
  writeFileSync(file, csv);
  await probe.read();
  const start = performance.now();
  await sandbox.json('feeds', 'run', registerId, '--file', file, '--force');
  const seconds = ((await untilIdle(sandbox.directory)) - start) / 1000;
  return { ...(await probe.read()), seconds };
}

const figuresOf = (name: string, idle: ProbeReading, load: Load): readonly Measurement[] => [
  {
    name: `event-loop delay p99, ${name}`,
    unit: 'ms',
    value: load.p99,
    floor: { name: lagFloor, value: idle.p99 },
    target: atMost(20),
  },
  {
    name: `event-loop delay max, ${name}`,
    unit: 'ms',
    value: load.max,
    floor: { name: lagFloor, value: idle.max },
    target: null,
  },
  { name: `until the tables have it, ${name}`, unit: 's', value: load.seconds, floor: null, target: null },
];

/** The rows of the demo's last file: they must not vanish. */
const lastDemoRows = (): readonly string[] =>
  readFileSync(new URL(`../../demo/files/${registerId}/EMTWP-20260821.csv`, import.meta.url), 'utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1);
