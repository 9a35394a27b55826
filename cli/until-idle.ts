import type { Engine } from './engine.ts';
import { CommandFailed } from './exit.ts';
import { laggards, processorStatus } from './status.ts';

const pollMs = 20;
/** Positions on Kafka are told about once a second. */
const clusterPollMs = 200;

/** Waits until every processor and sink lane, or those named, has read everything. Throws CommandFailed with the laggards. */
export async function untilIdle(
  engine: Engine,
  {
    timeoutMs,
    clock,
    only = null,
  }: { readonly timeoutMs: number; readonly clock: () => number; readonly only?: ReadonlySet<string> | null },
): Promise<void> {
  const deadline = clock() + timeoutMs;
  for (let quiet = 0; ; ) {
    const behind = laggards(await processorStatus(engine, only));
    quiet = behind.length === 0 ? quiet + 1 : 0;
    // Twice in a row: an output appended between the looks at two processors shows up in the second round.
    if (quiet === 2) return;
    if (clock() > deadline) {
      const list = behind.map(({ name, lag }) => `${name} (${lag} records behind)`).join(', ');
      throw new CommandFailed(`not idle after ${timeoutMs / 1000} s: ${list}`);
    }
    await new Promise((resolve) => setTimeout(resolve, engine.schemas === null ? clusterPollMs : pollMs));
  }
}
