import type { Processor } from '../../pipeline/runtime/processor.ts';
import { runFold } from '../../pipeline/runtime/run-fold.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { type BenchEngine, runtimeDeps } from './engine.ts';

/** Runs a fold until it has read everything; gives the seconds since its first chunk. */
export async function foldToEnd<T extends TopicName>(engine: BenchEngine, processor: Processor<T>): Promise<number> {
  const deps = runtimeDeps(engine);
  let first = 0;
  let caughtUp: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    caughtUp = resolve;
  });
  const consume: typeof deps.log.consume = (options) =>
    deps.log.consume({
      ...options,
      onChunk: (chunk) => {
        if (first === 0) first = performance.now();
        return options.onChunk(chunk);
      },
      onCaughtUp: async () => caughtUp(),
    });
  const running = await runFold({ ...deps, log: { ...deps.log, consume } }, processor);
  await Promise.race([end, running.done]);
  const last = performance.now();
  await running.stop();
  return (last - first) / 1000;
}

/** A share of the new values says the same in other words; when far more do, the readings are not those of a register. */
export async function refuseFewChanges({ log }: BenchEngine, expected: number): Promise<void> {
  const changes = (await log.ranges('changes')).reduce((sum, { end }) => sum + end, 0);
  if (changes < expected / 2) throw new Error(`${changes} changes instead of about ${expected}`);
}
