import { setTimeout as pause } from 'node:timers/promises';
import type { Processor } from '../../../pipeline/runtime/processor.ts';
import { runFold } from '../../../pipeline/runtime/run-fold.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import { type BenchEngine, runtimeDeps } from './engine.ts';

const pollMs = 5;

/** Runs a fold until its state has all of its input; returns the seconds since its first chunk. */
export async function foldToEnd<T extends TopicName>(engine: BenchEngine, processor: Processor<T>): Promise<number> {
  const { name, input } = processor;
  const deps = runtimeDeps(engine);
  let first = 0;
  const consume: typeof deps.log.consume = (options) =>
    deps.log.consume({
      ...options,
      onChunk: (chunk) => {
        if (first === 0) first = performance.now();
        return options.onChunk(chunk);
      },
    });
  const ends = await deps.log.ranges(input);
  const running = await runFold({ ...deps, log: { ...deps.log, consume } }, processor);
  const ended = { early: false };
  const done = running.done.finally(() => {
    ended.early = true;
  });
  done.catch(() => undefined);
  const store = deps.openStore(name, topics[input].environment);
  while (ends.some(({ partition, end }) => (store.position(input, partition) ?? 0) < end)) {
    if (ended.early) await done;
    await pause(pollMs);
  }
  const last = performance.now();
  await running.stop();
  return (last - first) / 1000;
}

/** A share of the new values is equal in other notation; if far more are, the readings are not those of a register. */
export async function refuseFewChanges({ log }: BenchEngine, expected: number): Promise<void> {
  const changes = (await log.ranges('changes')).reduce((sum, { end }) => sum + end, 0);
  if (changes < expected / 2) throw new Error(`${changes} changes instead of about ${expected}`);
}
