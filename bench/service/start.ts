import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement, type Target } from '../measurement.ts';
import { inFolder } from '../support/engines/folder.ts';
import { createProbe } from '../support/probes/probe.ts';
import { inSandbox } from '../support/engines/service.ts';

const mebibyte = 1024 * 1024;
const floorName = 'a bare process that opens chdb and runs one query';

interface Start {
  readonly seconds: number;
  /** Resident memory once ready, MiB. */
  readonly memory: number;
}

/** From the start of the process to its ready line. */
export const startBench: Bench = {
  name: 'start',
  measures: 'attestry up, until it is ready',
  cases: { 'up and up --demo': benchStart },
};

async function benchStart(_options: BenchOptions): Promise<readonly Measurement[]> {
  const bare = await inFolder(startBare);
  const plain = await inSandboxStarts([false]);
  const demo = await inSandboxStarts([true, true]);
  const figures = (name: string, start: Start | undefined, most: Target): readonly Measurement[] => [
    {
      name: `time to ready, ${name}`,
      unit: 's',
      value: start?.seconds ?? Number.NaN,
      floor: { name: floorName, value: bare.seconds },
      target: most,
    },
    {
      name: `resident memory, ${name}`,
      unit: 'MiB',
      value: start?.memory ?? Number.NaN,
      floor: { name: floorName, value: bare.memory },
      target: atMost(900),
    },
  ];
  return [
    ...figures('empty directory', plain[0], atMost(5)),
    ...figures('first with the demo', demo[0], atMost(20)),
    ...figures('again with the demo', demo[1], atMost(5)),
  ];
}

/** Starts the service several times on one data directory. */
const inSandboxStarts = (starts: readonly boolean[]): Promise<readonly Start[]> =>
  inFolder((folder) =>
    inSandbox(async (sandbox) => {
      const taken: Start[] = [];
      for (const [index, demo] of starts.entries()) {
        const probe = createProbe(folder, String(index));
        const start = performance.now();
        const service = await sandbox.up({ demo, env: probe.env });
        const seconds = (performance.now() - start) / 1000;
        taken.push({ seconds, memory: (await probe.read()).rss / mebibyte });
        await service.end('SIGTERM');
      }
      return taken;
    }),
  );

const bareProgram = `
const { Session } = require('chdb');
new Session(process.argv[1]).query('SELECT 1');
process.stdout.write(String(process.memoryUsage().rss));
process.stdout.end(() => process.exit(0));
`;

async function startBare(folder: string): Promise<Start> {
  const start = performance.now();
  const child = spawn(process.execPath, ['-e', bareProgram, join(folder, 'bare')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    child.stdout.once('data', (rss: Buffer) => {
      const seconds = (performance.now() - start) / 1000;
      resolve({ seconds, memory: Number(rss.toString('utf8')) / mebibyte });
    });
  });
}
