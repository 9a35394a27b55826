import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { writeLines } from '../../support/demo-world.ts';
import { acknowledgedIn, type Load, type LoadFigures, startLoad } from './observation-load.ts';
import { findingsOf, type Marks, marksOf, noticesOf } from './oracle.ts';
import type { Engines, TestSystem } from './test-system.ts';
import { startWatching, type WatchFigures, type WatchLoad, watchesIn } from './watch-load.ts';
import { plainAsset, registryOf, type World, witnessesOf } from './world.ts';
import { pause, elapsedMs } from '../../support/real-time.ts';

/** Load and duration of faults. */
export interface Scale {
  readonly observations: number;
  /** Whether faults last as long as the requirement states; otherwise shorter. */
  readonly isFull: boolean;
}

export const shortScale: Scale = { observations: 5_000, isFull: false };
export const fullScale: Scale = { observations: 100_000, isFull: true };

/** What a fault can use while observations and watchlist requests arrive. */
export interface Scene {
  readonly system: TestSystem;
  readonly world: World;
  readonly scale: Scale;
  readonly load: Load;
  readonly marks: Marks;
  readonly key: string;
  /** Waits for the duration of the requirement, or for the shorter one, in ms. */
  readonly wait: (fullMs: number, shortMs: number) => Promise<void>;
}

type Figures = Readonly<Record<string, unknown>>;

export interface Fault {
  /** Number of the requirement, and what happens. */
  readonly name: string;
  readonly engines: readonly Engines[];
  /** How long observations arrive, in seconds: as the requirement states, and shorter. */
  readonly lasts: { readonly full: number; readonly short: number };
  /** How many times each observation is appended; default 1. */
  readonly times?: number;
  /** Runs during the load. Must restart everything that it stops. */
  readonly happens: (scene: Scene) => Promise<Figures>;
  /** Runs after all input was processed. */
  readonly then?: (scene: Scene) => Promise<Figures>;
  /** Processes may exit by themselves; `happens` restarts them. */
  readonly mayEnd?: boolean;
  /** Statuses other than 201 that additions to a watchlist may get; any status if absent. */
  readonly refusals?: readonly string[];
  /** Limit for processing all input after the load and the fault have ended, in seconds. */
  readonly catchesUpWithin?: number;
}

const catchUpSeconds = 120;
const servedWithinMs = 1_000;

/** Runs a fault under load, compares the acknowledgements with the log and the tables, and prints figures. */
export async function runFault(fault: Fault, system: TestSystem, scale: Scale): Promise<void> {
  await restore(system);
  const world = worldOf(fault, scale);
  const file = join(system.directory, `${world.name}.acknowledged`);
  const { key, keyId } = await system.command<{ readonly key: string; readonly keyId: string }>(
    ...['keys', 'create', '--name', world.name, '--scopes', 'monitoring:read,watchlist:write', '--limit', '10000'],
  );
  await system.command('registry', 'import', writeLines(system.directory, `${world.name}.ndjson`, registryOf(world)));
  await idle(system, catchUpSeconds);
  const httpUrl = (): string => system.processes.httpUrl();
  const witnesses = join(system.directory, `${world.name}.witnesses`);
  await watchAll({ httpUrl, key, file: witnesses }, witnessesOf(world));
  const marks = await marksOf(system);
  const total = scale.observations;
  const lasts = scale.isFull ? fault.lasts.full : fault.lasts.short;
  const load = await startLoad({
    engine: system.engine,
    world,
    total,
    perSecond: total / lasts,
    file,
    ...(fault.times === undefined ? {} : { times: fault.times }),
  });
  const watched = join(system.directory, `${world.name}.watched`);
  const assets = Array.from({ length: world.assets }, (_, index) => plainAsset(world, index));
  const watching = startWatching({ httpUrl, key, assets, perSecond: 2, file: watched });
  const wait = (fullMs: number, shortMs: number): Promise<void> => pause(scale.isFull ? fullMs : shortMs);
  const scene: Scene = { system, world, scale, load, marks, key, wait };
  const [figures, loaded, watches] = await underLoad(() => fault.happens(scene), load, watching);
  const begun = elapsedMs();
  await idle(system, fault.catchesUpWithin ?? catchUpSeconds);
  const caughtUpMs = Math.round(elapsedMs() - begun);
  const more = (await fault.then?.(scene)) ?? {};
  const findings = await findingsOf(system, world, acknowledgedIn(file), marks);
  const acknowledgedWatches = [...watchesIn(witnesses), ...watchesIn(watched)];
  const stored = await watchlistOf(httpUrl(), key);
  const notices = await noticesOf(httpUrl(), key);
  const report = {
    ...loaded,
    ...findings,
    caughtUpMs,
    watches,
    ...figures,
    ...more,
    lostWatches: acknowledgedWatches.filter(({ id }) => !stored.has(id)).length,
    notifications: notices.changes.length,
    died: system.processes.died(),
  };
  console.log(`  ${fault.name} (${system.engines}): ${JSON.stringify(report)}`);
  const others = Object.keys(watches.statuses).filter((status) => status !== '201');
  if (fault.refusals !== undefined)
    assert.equal(
      others.filter((one) => fault.refusals?.includes(one) !== true),
      [],
    );
  if (fault.mayEnd !== true) assert.equal(system.processes.died(), [], 'no process exits by itself');
  const { lostOnLog, lostInTables, lostChanges } = findings;
  assert.equal({ lostOnLog, lostInTables, lostChanges }, { lostOnLog: 0, lostInTables: 0, lostChanges: 0 });
  const { duplicateRows, duplicateChanges, inventedChanges, differingChanges } = findings;
  assert.equal([duplicateRows, duplicateChanges, inventedChanges, differingChanges], [0, 0, 0, 0]);
  assert.is(findings.acknowledged, total, 'all observations were acknowledged');
  assert.is(report.lostWatches, 0, 'acknowledged watches are stored');
  assert.is(new Set(notices.changes).size, world.witnesses, 'one notification per witness');
  assert.is(notices.changes.length, world.witnesses);
  assert.is(new Set(notices.intakes).size, notices.intakes.length);
  await system.command('keys', 'revoke', keyId);
}

/** Runs the fault during the load, and stops the load afterwards, also if the fault throws. */
async function underLoad(
  happens: () => Promise<Figures>,
  load: Load,
  watching: WatchLoad,
): Promise<readonly [Figures, LoadFigures, WatchFigures]> {
  try {
    const [figures, loaded] = await Promise.all([happens(), load.done]);
    return [figures, loaded, await watching.stop()];
  } finally {
    load.stop();
    await watching.stop();
  }
}

/** Restarts what a failed fault may have left stopped, and ends its additional processes. */
async function restore({ broker, registry, tables, processes }: TestSystem): Promise<void> {
  processes.forgetDied();
  for (const name of processes.running()) processes.signal(name, 'SIGCONT');
  await Promise.all([broker, registry, tables].flatMap((part) => (part === null ? [] : [part.start()])));
  for (const name of processes.usual) if (!processes.running().includes(name)) await processes.start(name);
  for (const name of processes.running()) if (!processes.usual.includes(name)) await processes.end(name, 'SIGTERM');
}

function worldOf({ name }: Fault, { observations }: Scale): World {
  const label = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replace(/-$/, '');
  return { name: label, assets: observations > 20_000 ? 400 : 100, witnesses: 20 };
}

/** Waits until all input is processed, plus the time within which every API process serves it. */
export async function idle(system: TestSystem, seconds: number): Promise<void> {
  await system.command('wait', '--idle', '--timeout', String(seconds));
  await pause(servedWithinMs);
}

async function watchAll(
  to: { readonly httpUrl: () => string; readonly key: string; readonly file: string },
  assets: readonly string[],
): Promise<void> {
  const { statuses } = await startWatching({ ...to, assets, perSecond: 50 }).done();
  assert.equal(Object.keys(statuses), ['201'], JSON.stringify(statuses));
}

async function watchlistOf(httpUrl: string, key: string): Promise<ReadonlySet<string>> {
  const response = await fetch(`${httpUrl}/me/watchlist`, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`GET /me/watchlist: ${response.status} ${await response.text()}`);
  const { items } = (await response.json()) as { readonly items: readonly { readonly id: string }[] };
  return new Set(items.map(({ id }) => id));
}
