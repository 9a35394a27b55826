import { pause } from '../../infra/async/async.ts';
import type { Engine } from './open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { laggards, processorStatus } from './status.ts';
import { counted } from '../program/output/counted.ts';

const pollMs = 20;
/** On Kafka, processors commit their positions about once a second. */
const clusterPollMs = 200;

/**
 * Waits until all processors and sink lanes, or the named ones, have read everything. Throws CommandFailed that lists
 * those behind.
 */
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
    // Two rounds are required: an output appended between the reads of two processors shows up only in the second.
    if (quiet === 2) return;
    if (clock() > deadline) {
      const list = behind.map(({ name, lag }) => `${name} (${counted(lag, 'record')} behind)`).join(', ');
      throw new CommandFailed(`not idle after ${timeoutMs / 1000} s: ${list}`);
    }
    await pause(engine.schemas === null ? clusterPollMs : pollMs);
  }
}
