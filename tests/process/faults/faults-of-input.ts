/** Faults of input: replayed, duplicated, disordered, late and undecodable records. */
import { randomBytes } from 'node:crypto';
import * as assert from 'uvu/assert';
import { appendOutputs } from '../../../cli/log/append-outputs.ts';
import { registrySnapshot } from '../../../cli/registry/registry-view.ts';
import type { RecordPosition } from '../../../infra/log/log.ts';
import { planObservations } from '../../../pipeline/registry/import/plan-observations.ts';
import { testAddress } from '../../support/demo-world.ts';
import { noticesOf, recordsFrom } from './oracle.ts';
import { type Fault, idle, type Scene } from './run-fault.ts';
import type { TestSystem } from './test-system.ts';
import { authorityReading, plainAsset, type Reading } from './world.ts';
import { elapsedMs, nowMs, withPatience } from '../../support/real-time.ts';

const both = ['embedded', 'cluster'] as const;
const lasts = { full: 100, short: 6 };

const replayed: Fault = {
  name: 'R-27 every topic is read again from the start',
  engines: both,
  lasts,
  happens: async () => ({}),
  then: async ({ system, key }) => {
    const { processes } = system;
    const rows = await changeRows(system);
    const notices = await noticesOf(processes.httpUrl(), key);
    for (const name of processes.usual) await processes.end(name, 'SIGTERM');
    await system.forgetDerived();
    for (const name of processes.usual) await processes.start(name);
    await idle(system, 600);
    const again = await changeRows(system);
    assert.is(again.size, rows.size, 'as many rows');
    assert.equal([...rows].filter(([id, row]) => again.get(id) !== row).slice(0, 3), [], 'the same rows');
    const noticesAgain = await noticesOf(processes.httpUrl(), key);
    assert.equal(noticesAgain, notices, 'no new notification');
    return { rows: rows.size };
  },
};

/** A hash of each change in the tables, without its log position, which differs after a replay. */
async function changeRows(system: TestSystem): Promise<ReadonlyMap<string, string>> {
  const rows = await system.query<{ readonly id: string; readonly row: string }>(
    `SELECT id, lower(hex(SHA256(toString(tuple(* EXCEPT (log_partition, log_offset)))))) AS row FROM attestry.changes`,
  );
  return new Map(rows.map(({ id, row }) => [id, row]));
}

const duplicated: Fault = {
  name: 'R-28 every record arrives three times',
  engines: both,
  lasts,
  times: 3,
  happens: async () => ({}),
};

const window = 1_000;
const minute = 60_000;
const week = 7 * 24 * 60 * minute;

const disordered: Fault = {
  name: 'R-28 input in another order, and a week late',
  engines: both,
  lasts,
  happens: async (scene) => {
    const { system, world } = scene;
    const { assets } = await registrySnapshot(system.engine);
    const { readings } = authoritiesOf(scene);
    for (const part of slices(shuffled(readings), 200)) {
      const files = [{ name: world.name, text: part.map(({ line }) => line).join('\n') }];
      const plan = planObservations({ files, assetOf: (id) => assets.get(id)?.value, now: nowMs() });
      if (!plan.ok) throw new Error(JSON.stringify(plan.issues[0]));
      await appendOutputs(system.engine, plan.records);
    }
    return { disordered: readings.length };
  },
  then: async (scene) => {
    const owners = new Map<string, string>();
    for await (const { value } of recordsFrom(scene.system, 'asset.records', scene.marks)) {
      owners.set(value.assetId, value.authorities.map(({ address }) => address.toLowerCase()).join());
    }
    const { newest } = authoritiesOf(scene);
    const wrong = [...newest].filter(([assetId, address]) => owners.get(assetId) !== address);
    assert.equal(wrong.slice(0, 3), [], 'the accepted owner is the one observed last');
    return { owners: newest.size };
  },
};

/** Readings in the order of observation, of which one in twenty is dated a week earlier; and the newest address by asset. */
function authoritiesOf({ world, scale }: Scene): {
  readonly readings: readonly Reading[];
  readonly newest: ReadonlyMap<string, string>;
} {
  const start = Date.UTC(2026, 2, 1);
  const newest = new Map<string, { readonly at: number; readonly address: string }>();
  const readings = Array.from({ length: scale.observations }, (_, n) => {
    const assetId = plainAsset(world, n % world.assets);
    const at = start + n * minute - (n % 20 === 19 ? week : 0);
    const address = testAddress(20_000 + n);
    if (at > (newest.get(assetId)?.at ?? 0)) newest.set(assetId, { at, address });
    return authorityReading(world, assetId, address, at);
  });
  return { readings, newest: new Map([...newest].map(([assetId, { address }]) => [assetId, address])) };
}

/** Shuffles within windows: no element moves further than `window` places. */
function shuffled<T>(all: readonly T[]): readonly T[] {
  return slices(all, window).flatMap((part) => {
    const mixed = part.map((one) => ({ one, by: Math.random() }));
    return mixed.sort((a, b) => a.by - b.by).map(({ one }) => one);
  });
}

function slices<T>(all: readonly T[], length: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / length) }, (_, at) => all.slice(at * length, (at + 1) * length));
}

interface Letter {
  readonly processor: string;
  readonly partition: number;
  readonly offset: string;
  readonly message: string;
}

const poisoned: Fault = {
  name: 'R-29 one in fifty records cannot be read',
  engines: both,
  lasts,
  happens: async ({ system: { engine, query }, world, scale, load, wait }) => {
    const positions: RecordPosition[] = [];
    const unknown = Buffer.from([0, 0, 0x7f, 0xff, 0xff, 1, 2, 3]);
    // 50 undecodable records in a row, or 50 in 1,000, stop a reader by design: so each batch adds only 20 to 1,000 good ones.
    const oneIn = 50;
    const few = 20;
    const loading = { isOver: false };
    const end = (): void => {
      loading.isOver = true;
    };
    load.done.then(end, end);
    for (let batch = 0; batch < scale.observations / oneIn / few; batch += 1) {
      while (!loading.isOver && load.acknowledged() < batch * few * oneIn) await wait(20, 20);
      const records = Array.from({ length: few }, (_, n) => ({
        topic: 'observations' as const,
        key: plainAsset(world, (batch * few + n) % world.assets),
        timestamp: nowMs(),
        value: n % 2 === 0 ? Buffer.concat([Buffer.from([9]), randomBytes(n)]) : unknown,
      }));
      positions.push(...(await engine.log.append(records)));
    }
    await load.done;
    const place = ({ partition, offset }: { readonly partition: number; readonly offset: number | string }): string =>
      `${partition}/${offset}`;
    const poison = new Set(positions.map(place));
    const parked = async (): Promise<Readonly<Record<string, number>>> => {
      const letters = await query<Letter>(
        "SELECT processor, partition, toString(offset) AS offset, message FROM attestry.dead_letters WHERE topic LIKE '%observations'",
      );
      const counts: Record<string, number> = {};
      for (const letter of letters.filter((one) => poison.has(place(one)) && one.message.length > 10)) {
        counts[letter.processor] = (counts[letter.processor] ?? 0) + 1;
      }
      return counts;
    };
    const deadline = elapsedMs() + withPatience(scale.isFull ? 300_000 : 60_000);
    const isAll = (counts: Readonly<Record<string, number>>): boolean =>
      ['detect', 'sink'].every((name) => counts[name] === poison.size);
    let counts = await parked();
    while (!isAll(counts) && elapsedMs() < deadline) {
      await wait(500, 500);
      counts = await parked();
    }
    assert.ok(isAll(counts), `${poison.size} undecodable records; parked with a reason: ${JSON.stringify(counts)}`);
    return { poison: poison.size, parked: counts };
  },
};

export const faultsOfInput: readonly Fault[] = [replayed, duplicated, disordered, poisoned];
