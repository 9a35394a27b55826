import { pause } from '../../infra/async/async.ts';
import { consumers } from '../../pipeline/processors/catalogue.ts';
import { counted } from '../program/output/counted.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { isRunning } from './is-running.ts';
import { createMovement, type Movement } from './movement.ts';
import type { Engine } from './open-engine.ts';
import { laggards, processorStatus } from './status.ts';

const pollMs = 20;
/** While nothing advances, and on Kafka, where processors commit their positions about once a second. */
const seldomPollMs = 200;
/**
 * How many times the limit a processor may stand still while others move. On a busy machine one record can take that long;
 * without any bound, steady input of others would keep the wait from ending.
 */
const timesWhileOthersMove = 5;

export interface IdleOptions {
  /** Time without progress after which the wait fails, milliseconds. */
  readonly standstillMs: number;
  readonly clock: () => number;
  /** Names of those that are waited for; null for all. */
  readonly only?: ReadonlySet<string> | null;
  readonly sleep?: (ms: number) => Promise<void>;
  /** Ends the wait, which then throws the reason. */
  readonly signal?: AbortSignal;
  /** Progress within one record, such as a large file; differs whenever there is some, and is empty without such a record. */
  readonly readingAt?: () => Promise<string>;
}

type WaitedEngine = Pick<Engine, 'log' | 'processors' | 'schemas'>;

/**
 * Waits until all processors and sink lanes, or the named ones, have read everything, however long they take while they
 * advance. Throws CommandFailed with those behind, and with the role to start, once nothing has moved within the limit, one
 * that no process runs has not, or one has not for five times as long.
 */
export async function untilIdle(
  engine: WaitedEngine,
  { standstillMs, clock, only = null, sleep = pause, signal, readingAt = async () => '' }: IdleOptions,
): Promise<void> {
  const movement = createMovement(clock);
  let lastReading = '';
  for (let quiet = 0; ; ) {
    signal?.throwIfAborted();
    const statuses = await processorStatus(engine, only);
    const behind = laggards(statuses);
    quiet = behind.length === 0 ? quiet + 1 : 0;
    // Two rounds are required: an output appended between the reads of two processors shows up only in the second.
    if (quiet === 2) return;
    movement.observe(statuses);
    const names = behind.map(({ name }) => name);
    if (names.some((name) => movement.stillMs(name) > standstillMs)) {
      const reading = await readingAt();
      if (reading !== lastReading) movement.moved();
      lastReading = reading;
      const finding = await findStandstill(engine, names, movement, standstillMs);
      if (finding !== null) {
        const list = behind.map(({ name, lag }) => `${name} (${counted(lag, 'record')} behind)`).join(', ');
        throw new CommandFailed(`not idle: ${list}; ${finding}`);
      }
    }
    const isSeldom = engine.schemas === null || movement.allStillMs() > 0;
    await sleep(isSeldom ? seldomPollMs : pollMs);
  }
}

/** Why waiting longer is of no use, as the end of a sentence; null while something advances. */
async function findStandstill(
  engine: WaitedEngine,
  behind: readonly string[],
  movement: Movement,
  standstillMs: number,
): Promise<string | null> {
  const standing = behind.filter((name) => movement.stillMs(name) > standstillMs);
  const missing: string[] = [];
  for (const name of standing) if (!(await isRunning(engine, name))) missing.push(name);
  if (missing.length > 0) return `no process runs ${missing.join(', ')}: start ${startsOf(engine, missing)}`;
  if (standing.length > 0 && movement.allStillMs() > standstillMs) {
    return `nothing has moved for ${standstillMs / 1000} s`;
  }
  const limitMs = timesWhileOthersMove * standstillMs;
  const stuck = behind.filter((name) => movement.stillMs(name) > limitMs);
  return stuck.length > 0 ? `not moved for ${limitMs / 1000} s: ${stuck.join(', ')}` : null;
}

/** The commands that start these processors. */
function startsOf({ schemas }: WaitedEngine, names: readonly string[]): string {
  if (schemas !== null) return 'attestry up';
  const roles = new Set(consumers.filter(({ name }) => names.includes(name)).map(({ role }) => role));
  return [...roles].map((role) => `attestry run ${role}`).join(' and ');
}
