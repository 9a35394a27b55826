/**
 * Keeps the fold of a running service busy: appends readings of its assets at the speed of the fold. Receives `start` and
 * `stop` from its parent; sends `ready`, and at the end the number of folded observations.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ChildProcess, fork } from 'node:child_process';
import { batchesOf, observationRecord, openBenchEngine } from '../engines/engine.ts';
import { readAgain } from '../samples/observations.ts';
import { makeWorld } from '../samples/world.ts';

export interface FeederTask {
  readonly directory: string;
  readonly assets: number;
  readonly runs: number;
}

export interface Feeder {
  readonly start: () => void;
  /** Observations folded per second since the start, and whether they ran out. */
  readonly stop: () => Promise<{ readonly perSecond: number; readonly exhausted: boolean }>;
}

const share = 0.1;
const batch = 500;
/** Unread observations that keep the fold busy without a backlog that outlasts the measurement. */
const ahead = 4_000;

/** Starts a feeder in a process of its own; resolves when its observations are generated. */
export function startFeeder(task: FeederTask): Promise<Feeder> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(task)], { execArgv: process.execArgv });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('message', () =>
      resolve({
        start: () => child.send('start'),
        stop: () => answerOf(child),
      }),
    );
  });
}

function answerOf(child: ChildProcess): ReturnType<Feeder['stop']> {
  return new Promise((resolve) => {
    child.once('message', (message) => {
      child.disconnect();
      resolve(message as Awaited<ReturnType<Feeder['stop']>>);
    });
    child.send('stop');
  });
}

async function feed({ directory, assets, runs }: FeederTask): Promise<void> {
  const engine = await openBenchEngine(directory);
  const store = engine.openStore('detect', 'data');
  const records = [...readAgain(makeWorld(assets), runs, share)].map((one) => observationRecord(engine, one));
  const unread = async (): Promise<number> =>
    (await engine.log.ranges('observations')).reduce(
      (sum, { partition, end }) => sum + end - (store.position('observations', partition) ?? 0),
      0,
    );
  let stopped = false;
  const isStopped = (): boolean => stopped;
  process.on('message', (message) => {
    if (message === 'stop') stopped = true;
  });
  process.send?.('ready');
  await new Promise((resolve) => process.once('message', resolve));
  const start = performance.now();
  let appended = 0;
  for (const next of batchesOf(records, batch)) {
    while (!isStopped() && (await unread()) > ahead) await pause(2);
    if (isStopped()) break;
    await engine.log.append(next);
    appended += next.length;
  }
  const exhausted = !isStopped();
  const folded = appended - (await unread());
  const perSecond = (folded * 1000) / (performance.now() - start);
  while (!isStopped()) await pause(20);
  await engine.close();
  process.send?.({ perSecond, exhausted });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await feed(JSON.parse(process.argv[2] ?? '') as FeederTask);
