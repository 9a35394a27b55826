import { pause } from '../../infra/async/async.ts';
import type { Config } from '../../infra/config/config.ts';
import { RetryableError } from '../../infra/errors.ts';
import { isRunning } from './is-running.ts';
import type { Engine } from './open-engine.ts';
import { laggards, processorStatus } from './status.ts';
import { untilRefreshed } from './until-refreshed.ts';

/** What makes a declaration one that the API serves. */
const servedBy: ReadonlySet<string> = new Set(['declare', 'detect', 'sink']);

const limitMs = 10_000;
const pollMs = 20;

interface ServedOptions {
  readonly clock: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
}

/**
 * Waits until what was appended is served, at most 10 s. Null when it is, or when no service runs that could serve it; else who
 * is behind, as the end of a sentence.
 */
export async function untilServed(
  engine: Pick<Engine, 'log' | 'processors'>,
  config: Config,
  { clock, sleep = pause }: ServedOptions,
): Promise<string | null> {
  if (!(await isRunning(engine, 'detect'))) return null;
  const deadline = clock() + limitMs;
  for (let quiet = 0; quiet < 2; ) {
    const behind = laggards(await processorStatus(engine, servedBy));
    // An output appended between the reads of two processors shows up only in the next round.
    quiet = behind.length === 0 ? quiet + 1 : 0;
    if (clock() > deadline) return behind.map(behindText).join(', ') || 'the processors go on';
    if (quiet < 2) await sleep(pollMs);
  }
  try {
    await untilRefreshed(config, { deadline, clock, sleep });
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error;
    return 'the API does not read its tables yet';
  }
  return null;
}

const behindText = ({ name, lag }: { readonly name: string; readonly lag: number }): string =>
  `${name} ${lag.toLocaleString('en')} ${lag === 1 ? 'record' : 'records'} behind`;
