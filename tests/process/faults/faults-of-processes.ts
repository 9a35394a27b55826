/** Faults of processes: killed, suspended, rebalanced, or with a wrong clock. */
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { writeLines } from '../../support/demo-world.ts';
import { recordsFrom } from './oracle.ts';
import type { Fault, Scene } from './run-fault.ts';
import type { Engines } from './test-system.ts';
import { assetsOf, nameOf, registryOf } from './world.ts';
import { pause } from '../../support/real-time.ts';

const both = ['embedded', 'cluster'] as const;

/** `kill.long.test.ts` and `random-kills.long.test.ts` have further kills of embedded engines. */
const killsOf = { embedded: { kills: 10, seconds: 100 }, cluster: { kills: 50, seconds: 240 } } as const;

const killed = (engines: Engines): Fault => ({
  name: 'R-20 every process killed at random moments',
  engines: [engines],
  lasts: { full: killsOf[engines].seconds, short: 25 },
  happens: async ({ system: { processes }, scale }) => {
    const kills: Record<string, number> = {};
    const { usual } = processes;
    for (let round = 0; round < (scale.isFull ? killsOf[engines].kills : 2 * usual.length); round += 1) {
      // Each process in turn, so that none is left out; only the moment is random.
      const name = usual[round % usual.length] ?? processes.folding;
      await pause(Math.random() * 2_500);
      await processes.end(name, 'SIGKILL');
      await processes.start(name);
      kills[name] = (kills[name] ?? 0) + 1;
    }
    return { kills };
  },
});

/** Only a broker ends a session, and assigns the partitions to another consumer. */
const suspensionsOf = { embedded: 1, cluster: 20 } as const;

const suspended = (engines: Engines): Fault => ({
  name: 'R-26 a consumer is suspended for longer than its session',
  engines: [engines],
  lasts: { full: suspensionsOf[engines] * 95, short: 22 },
  happens: async ({ system: { processes }, scale, wait }) => {
    for (let round = 0; round < (scale.isFull ? suspensionsOf[engines] : 2); round += 1) {
      const name = round % 2 === 0 ? processes.folding : processes.inserting;
      processes.signal(name, 'SIGSTOP');
      await wait(90_000, 9_000);
      processes.signal(name, 'SIGCONT');
      await wait(5_000, 1_500);
    }
    return {};
  },
});

const zombie: Fault = {
  name: 'a suspended processor resumes after its partitions were assigned to another one',
  engines: ['cluster'],
  lasts: { full: 120, short: 25 },
  happens: async ({ system: { processes }, wait }) => {
    const other = `${processes.folding}-2`;
    await processes.start(other);
    await wait(10_000, 4_000);
    processes.signal(processes.folding, 'SIGSTOP');
    await wait(90_000, 12_000);
    processes.signal(processes.folding, 'SIGCONT');
    await wait(10_000, 4_000);
    return { stopped: await processes.end(other, 'SIGTERM') };
  },
};

const preload = fileURLToPath(new URL('clock-shift.mjs', import.meta.url));
/** More than the default of `log.message.timestamp.after.max.ms`, which is one hour. */
const overAnHour = 65 * 60_000;

const clocks: Fault = {
  name: 'R-30 the clock of one process is over an hour off',
  engines: both,
  lasts: { full: 150, short: 25 },
  happens: async ({ system: { processes }, scale, wait }) => {
    const { usual } = processes;
    const restart = async (name: string, shiftMs: number): Promise<void> => {
      assert.is(await processes.end(name, 'SIGTERM'), 0, `${name} exits with 0`);
      const shifted = { NODE_OPTIONS: `--import ${preload}`, CLOCK_SHIFT_MS: String(shiftMs) };
      await processes.start(name, shiftMs === 0 ? {} : shifted);
    };
    for (const [index, name] of usual.entries()) {
      const shifts = scale.isFull ? [overAnHour, -overAnHour, 0] : [index % 2 === 0 ? overAnHour : -overAnHour, 0];
      for (const shiftMs of shifts) {
        await restart(name, shiftMs);
        await wait(10_000, 1_000);
      }
    }
    return {};
  },
};

const moving: Fault = {
  name: 'two to five instances and back to two while the registry changes',
  engines: ['cluster'],
  lasts: { full: 150, short: 40 },
  happens: async (scene) => {
    const { processes } = scene.system;
    const more = [2, 3, 4, 5].map((n) => `${processes.folding}-${n}`);
    let edition = 1;
    for (const name of more) {
      await Promise.all([processes.start(name), imported(scene, (edition += 1))]);
      await scene.wait(15_000, 2_000);
    }
    for (const name of more.slice(1)) {
      await Promise.all([processes.end(name, 'SIGTERM'), imported(scene, (edition += 1))]);
      await scene.wait(10_000, 1_000);
    }
    await processes.end(`${processes.folding}-2`, 'SIGTERM');
    return { editions: edition };
  },
  then: async ({ system, world, marks }) => {
    const names = new Map<string, string>();
    for await (const { value } of recordsFrom(system, 'asset.records', marks)) names.set(value.assetId, value.name);
    const stale = assetsOf(world).filter((id) => names.get(id) !== nameOf(world, lastEdition));
    assert.equal(stale, [], 'every record has the name that was declared last');
    return { records: names.size };
  },
};

const lastEdition = 8;

async function imported({ system, world }: Scene, edition: number): Promise<void> {
  const file = writeLines(system.directory, `${world.name}-${edition}.ndjson`, registryOf(world, edition));
  await system.command('registry', 'import', file);
}

export const faultsOfProcesses: readonly Fault[] = [
  ...both.flatMap((engines) => [killed(engines), suspended(engines)]),
  zombie,
  clocks,
  moving,
];
