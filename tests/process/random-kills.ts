/** Kills the service, the process of its tables and that of its analysts under load, in an order that a seed decides. */
import * as assert from 'uvu/assert';
import { freePorts } from '../../tools/local/processes.ts';
import { createSandbox, type RunningService, type Sandbox } from '../support/service.ts';
import { queryOf, readOf, until200 } from './host-faults.ts';
import { assertNothingLost, createReader, declareAssets, writeObservations } from './observed-assets.ts';
import { type ReadingFigures, startReading } from './reading.ts';
import { hostOf, sendTo } from './tables-processes.ts';
import { pause } from '../support/real-time.ts';

const victims = ['service', 'tables', 'analysts'] as const;
const signals = ['SIGKILL', 'SIGSEGV'] as const;

export interface KillRound {
  readonly victim: (typeof victims)[number];
  readonly signal: (typeof signals)[number];
  /** Milliseconds of load before. */
  readonly afterMs: number;
}

/** Rounds that a seed decides. */
export function roundsOf(seed: number, count: number): readonly KillRound[] {
  const random = numbersFrom(seed);
  const pick = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0];
  return Array.from({ length: count }, () => ({
    victim: pick(victims),
    signal: pick(signals),
    afterMs: Math.floor(random() * 1_500),
  }));
}

/** Numbers in [0, 1): mulberry32. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const assets = 20;
const observationsPerRound = 300;

export interface KillFigures {
  readonly acknowledged: number;
  readonly observations: number;
  /** Of the API. */
  readonly reads: ReadingFigures;
  /** Of the analysts. */
  readonly queries: ReadingFigures;
}

/** While the next service starts, there is no answer, or 503. */
export const whileStarting = ['503', 'no answer'] as const;

/** Runs the rounds, then asserts that nothing is lost, duplicate or differing. */
export async function killInTurn(rounds: readonly KillRound[]): Promise<KillFigures> {
  const [sqlPort = 0] = await freePorts(1);
  const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off', ATTESTRY_SQL_PORT: String(sqlPort) });
  const ends: (() => Promise<unknown>)[] = [];
  try {
    let service = await sandbox.up();
    await declareAssets(sandbox, { assets });
    const key = await createReader(sandbox);
    const answering = (): Promise<unknown> =>
      Promise.all([until200(() => readOf({ service, key })), until200(() => queryOf({ service }))]);
    await answering();
    const reads = startReading(() => readOf({ service, key }));
    const queries = startReading(() => queryOf({ service }));
    ends.push(reads.end, queries.end);
    let acknowledged = 0;
    for (const [round, kill] of rounds.entries()) {
      const observing = sandbox.spawned(
        {},
        'observe',
        writeObservations(sandbox, { assets, count: observationsPerRound, round }),
      );
      await pause(kill.afterMs);
      service = await killed(sandbox, service, kill);
      if ((await observing).code === 0) acknowledged += observationsPerRound;
      await answering();
    }
    const [ofApi, ofAnalysts] = await Promise.all([reads.end(), queries.end()]);
    const observations = await assertNothingLost(sandbox);
    assert.ok(observations >= acknowledged, 'every acknowledged observation is there');
    assert.is((await service.end('SIGTERM')).code, 0);
    return { acknowledged, observations, reads: ofApi, queries: ofAnalysts };
  } finally {
    await sandbox.destroy();
    await Promise.all(ends.map((end) => end()));
  }
}

/** Kills the victim. Returns the service that runs then: the next one if it was the victim. */
async function killed(
  sandbox: Sandbox,
  service: RunningService,
  { victim, signal }: KillRound,
): Promise<RunningService> {
  if (victim !== 'service') {
    sendTo(hostOf(sandbox, victim), signal);
    return service;
  }
  const { signal: endedBy } = await service.end(signal);
  assert.is(endedBy, signal);
  return sandbox.up();
}
