/** Kills the service at random moments while feeds run and observations arrive, then verifies the log and the tables. */
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { createSandbox, type Sandbox } from '../support/service.ts';
import { assertNothingLost, declareAssets, writeObservations } from './observed-assets.ts';
import { pause } from '../support/real-time.ts';

const fixture = (path: string): string => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));

const snapshots = [
  { feed: 'esma-emtwp', file: 'esma-emtwp/EMTWP-20260129.csv', asOf: '2026-01-29' },
  { feed: 'esma-emtwp', file: 'esma-emtwp/EMTWP-20260130.csv', asOf: '2026-01-30' },
  { feed: 'esma-emtwp', file: 'esma-emtwp/EMTWP-20260209.csv', asOf: '2026-02-09' },
  { feed: 'esma-emtwp', file: 'esma-emtwp/EMTWP-20260821.csv', asOf: '2026-08-21' },
  { feed: 'ofac-addresses', file: 'ofac-addresses/ETH-2022-09-03.json', asOf: '2022-09-03' },
  { feed: 'ofac-addresses', file: 'ofac-addresses/ETH-2022-11-09.json', asOf: '2022-11-09' },
  { feed: 'ofac-addresses', file: 'ofac-addresses/ETH-2022-11-10.json', asOf: '2022-11-10' },
  { feed: 'ofac-addresses', file: 'ofac-addresses/ETH-2023-10-04.json', asOf: '2023-10-04' },
] as const;

const assets = 20;
const observationsPerRound = 400;
/** A wallet that the second OFAC file lists, and Circle's LEI: rows of both feeds match the test assets. */
const world = { assets, wallets: ['eip155:1:0x8589427373D6D84E98730D7795D8f6f8731FDA16'], lei: '969500OYUDADGZKCR583' };

/** Runs `rounds` rounds, then asserts that no record is lost or duplicated. `random` returns numbers in [0, 1). */
export async function killRounds(rounds: number, random: () => number): Promise<void> {
  const sandbox = createSandbox();
  try {
    let acknowledged = 0;
    let next = 0;
    await declareAssets(sandbox, world);
    for (let round = 0; round < rounds; round += 1) {
      const service = await sandbox.up();
      const work = Promise.all([stream(sandbox, round), runSnapshot(sandbox, snapshots[next])]);
      await pause(random() * 900);
      await service.end('SIGKILL');
      // Client processes get 300 ms to receive a response, then they are killed too.
      await pause(300);
      await sandbox.killAll();
      const [streamed, ran] = await work;
      acknowledged += streamed;
      if (ran) next += 1;
    }
    const service = await sandbox.up();
    for (const snapshot of snapshots.slice(next)) await sandbox.json(...feedRun(snapshot));
    const observations = await assertNothingLost(sandbox);
    assert.ok(observations >= acknowledged, 'every acknowledged observation is there');
    const replay = await sandbox.lines<{ readonly differing?: number }>('replay', 'detect', '--compare');
    assert.is(replay.at(-1)?.differing, 0);
    await service.end('SIGTERM');
  } finally {
    await sandbox.destroy();
  }
}

/** Appends observations through the CLI, which writes to the log itself. Returns how many were acknowledged. */
async function stream(sandbox: Sandbox, round: number): Promise<number> {
  const file = writeObservations(sandbox, { assets, count: observationsPerRound, round });
  const { code } = await sandbox.spawned({}, 'observe', file);
  return code === 0 ? observationsPerRound : 0;
}

/** Returns whether the run was acknowledged. If not, it is repeated later, and must not cause a change twice. */
async function runSnapshot(sandbox: Sandbox, snapshot: (typeof snapshots)[number] | undefined): Promise<boolean> {
  if (snapshot === undefined) return false;
  const { code } = await sandbox.spawned({}, ...feedRun(snapshot));
  return code === 0;
}

const feedRun = ({ feed, file, asOf }: (typeof snapshots)[number]): readonly string[] => [
  ...['feeds', 'run', feed, '--file', fixture(file), '--as-of', asOf],
];

/** Kills the first start of the demo after each of these times, ms, one after the other; the last start completes. */
export async function killFirstStarts(...afterMs: readonly number[]): Promise<void> {
  const sandbox = createSandbox();
  try {
    for (const ms of afterMs) {
      const starting = sandbox.up({ demo: true }).catch(() => null);
      await pause(ms);
      await sandbox.killAll();
      await starting;
    }
    const service = await sandbox.up({ demo: true });
    assert.ok(service.demoKey !== null);
    await assertNothingLost(sandbox);
    await service.end('SIGTERM');
  } finally {
    await sandbox.destroy();
  }
}
