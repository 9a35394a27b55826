/** Input for each processor, in steps. */
import fc from 'fast-check';
import { accountsProcessor } from '../../../pipeline/accounts/accounts.ts';
import { type CommandBodies, type CommandType, makeCommand } from '../../../pipeline/accounts/commands.ts';
import { intakeFold } from '../../../pipeline/accounts/intake.ts';
import { detectProcessor } from '../../../pipeline/changes/detect.ts';
import { artifactsOf, ingestCapture } from '../../../pipeline/ingest/ingest.ts';
import { restoreFeeds } from '../../../pipeline/ingest/restore.ts';
import { captureIdOf } from '../../../pipeline/ingest/snapshot-ids.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { createDeclare } from '../../../pipeline/registry/declare.ts';
import type { Processor } from '../../../pipeline/runtime/processor.ts';
import { runBroadcast } from '../../../pipeline/runtime/run-broadcast.ts';
import { runFold } from '../../../pipeline/runtime/run-fold.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type {
  AccountCommand,
  AssetRecord,
  FeedCapture,
  RegistryAsset,
  Subject,
} from '../../../schemas/generated/records.ts';
import { type TopicName, topics, type ValueOf } from '../../../schemas/topics.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { assetStory } from '../../support/asset-story.ts';
import { sampleAssetRecord, sampleRegistryAsset } from '../../support/sample-assets.ts';
import * as accounts from '../accounts/harness.ts';
import { at, day } from '../changes/builders.ts';
import { addresses, emtwp, fixture } from '../ingest/harness.ts';
import { entry, feeds as joinFeeds, listedWallet, row, subject, wallet } from '../screening/harness.ts';
import { party, type World } from './harness.ts';
import type { Scenario, Step } from './rebalance-scripts.ts';

type TimedValue<T extends TopicName> = readonly [value: ValueOf<T>, timestamp: number];

async function append<T extends TopicName>(world: World, topic: T, values: readonly TimedValue<T>[]): Promise<void> {
  const keyOf = topics[topic].keyOf as (value: unknown) => string;
  await world.engine.log.append(
    values.map(([value, timestamp]) => {
      return { topic, key: keyOf(value), value: world.codec.encode(topic, value), timestamp };
    }),
  );
}

const step = <T extends TopicName>(topic: T, values: readonly TimedValue<T>[]): Step =>
  Object.assign((world: World) => append(world, topic, values), {
    appends: values.map(([value, timestamp]) => ({ topic, value, timestamp })),
  });

/** Input in steps of at most `size` records. */
const stepsOf = <T extends TopicName>(topic: T, values: readonly TimedValue<T>[], size: number): readonly Step[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, n) =>
    step(topic, values.slice(n * size, (n + 1) * size)),
  );

export const assets = 9;

const stories = Array.from({ length: assets }, (_, n) => assetStory(n));
const observations = Array.from({ length: 9 }, (_, at) => stories.flatMap((own) => own[at] ?? [])).flat();

export const detectScenario: Scenario = {
  input: 'observations',
  outputs: ['changes', 'asset.records', 'asset.subjects', 'dead.letters'],
  start: (deps) => runFold(deps, detectProcessor),
  steps: stepsOf(
    'observations',
    observations.map((value) => [value, value.observedAt]),
    9,
  ),
};

export const tenants = Array.from({ length: 5 }, (_, n) => `d2f1f7f0-0000-4000-8000-${String(n).padStart(12, '0')}`);

/** Commands of several tenants, with a cap that is reached, repeats, refusals and one without a valid tenant. */
function commands(): readonly TimedValue<'accounts.commands'>[] {
  const all: TimedValue<'accounts.commands'>[] = [];
  let time = Date.UTC(2026, 0, 1);
  const give = <T extends CommandType>(tenantId: string, type: T, body: CommandBodies[T], commandId?: string): void => {
    time += 60_000;
    const id = commandId ?? `${type.replace('.', '-')}-${all.length}`;
    const command = makeCommand({
      commandId: id,
      tenantId,
      type,
      at: time,
      body,
      assetPublic: true,
      actor: 'operator',
    });
    all.push([command, time]);
  };
  for (const [n, tenantId] of tenants.entries()) give(tenantId, 'tenant.create', { ...accounts.keyBody(n), limit: 4 });
  for (let round = 0; round < 6; round += 1) {
    for (const [n, tenantId] of tenants.entries()) {
      const body = { assetId: accounts.assetId(round), by: 'key' } as const;
      give(tenantId, 'watch.add', body, `add-${n}-${round}`);
      if (round % 2 === 1) give(tenantId, 'watch.add', body, `add-${n}-${round}`);
      if (round === 3) give(tenantId, 'key.limit', { limit: 5 });
    }
  }
  const [first] = all;
  const nobody: Partial<AccountCommand> = { commandId: '', tenantId: '' };
  if (first !== undefined) all.splice(12, 0, [{ ...first[0], ...nobody }, time]);
  return all;
}

export const accountsScenario: Scenario = {
  input: 'accounts.commands',
  outputs: ['accounts.events', 'accounts.dead.letters'],
  start: (deps) => runFold(deps, accountsProcessor),
  steps: stepsOf('accounts.commands', commands(), 6),
};

const files = {
  'esma-emtwp': ['20260129', '20260130', '20260209', '20260821'].map(emtwp),
  'ofac-addresses': ['ETH-2022-09-03', 'ETH-2022-11-09', 'ETH-2022-11-10', 'ETH-2024-01-12'].map(addresses),
  'esma-artzz': ['ARTZZ-20260129.csv', 'ARTZZ-20260821.csv'].map((name) => fixture('esma-artzz', name)),
  'esma-ncasp': [fixture('esma-ncasp', 'NCASP-20260209.csv')],
} as const;

const artifacts = new Map(Object.values(files).flatMap((all) => all.map(({ bytes }) => [sha256Hex(bytes), bytes])));

/** Captures of four feeds; some are unchanged, one is older than the one before, one is appended twice. */
function captures(): readonly TimedValue<'feed.captures'>[] {
  const all: TimedValue<'feed.captures'>[] = [];
  let time = Date.UTC(2026, 8, 1);
  const take = (feed: keyof typeof files, nth: number, asOf: number): void => {
    const file = files[feed][nth];
    if (file === undefined) return;
    const { name, bytes } = file;
    const artifact = { name, sha256: sha256Hex(bytes), bytes: bytes.length, url: null, contentType: null };
    const content = { feed, asOf, artifacts: [{ ...artifact, etag: null, lastModified: null }] };
    const capture: FeedCapture = {
      ...content,
      captureId: captureIdOf(content),
      obtained: 'imported',
      force: false,
      wanted: [],
    };
    time += 1_000;
    all.push([capture, time]);
  };
  for (let nth = 0; nth < 4; nth += 1) {
    for (const feed of Object.keys(files) as (keyof typeof files)[]) {
      const asOf = at('2026-01-01') + nth * 8 * day;
      take(feed, nth, asOf);
      take(feed, nth, asOf + day);
      if (nth === 2) take(feed, 0, at('2025-01-01'));
      if (nth === 3) take(feed, nth, asOf + day);
      take(feed, Math.min(nth, files[feed].length - 1), asOf + 7 * day);
    }
  }
  return all;
}

const ingestProcessor: Processor<'feed.captures'> = {
  name: 'ingest',
  input: 'feed.captures',
  outputs: ['sanctions.entries', 'register.rows', 'feed.runs'],
  stateVersion: 1,
  artifactsOf: artifactsOf({ feeds }),
  apply: ingestCapture({ feeds }),
  restoration: restoreFeeds({ feeds }),
};

export const ingestScenario: Scenario = {
  input: 'feed.captures',
  outputs: ['sanctions.entries', 'register.rows', 'feed.runs', 'dead.letters'],
  start: (deps) => runFold(deps, ingestProcessor),
  steps: stepsOf('feed.captures', captures(), 5),
  deps: { artifact: async (sha256) => artifacts.get(sha256) ?? Buffer.alloc(0) },
};

const leis = ['969500OYUDADGZKCR583', '5493001KJTIIGC8Y1R12'] as const;
const wallets = [
  '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
  '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
] as const;

const unique = (all: readonly Subject[]): readonly Subject[] =>
  [...new Map(all.map((one) => [one.key, one])).values()].sort((a, b) => (a.key < b.key ? -1 : 1));

const anySubject = fc.oneof(
  fc.constantFrom(...wallets).map((address) => wallet(address)),
  fc.constantFrom(...leis).map((lei) => subject('lei', lei, { partyId: 'p1' })),
  fc.constantFrom('A', 'B').map((dti) => subject('dti', dti)),
);

const anyEntry = fc.record({
  entryId: fc.constantFrom('e1', 'e2', 'e3', 'e4', 'e5', 'e6'),
  status: fc.constantFrom('listed', 'listed', 'removed'),
  wallets: fc.uniqueArray(fc.constantFrom(...wallets), { maxLength: 2 }),
  programs: fc.constantFrom(['P'], ['P', 'Q']),
  identifiers: fc.uniqueArray(fc.constantFrom(...leis), { maxLength: 1 }),
});

const anyRow = fc.record({
  rowId: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5', 'r6'),
  status: fc.constantFrom('listed', 'listed', 'missing', 'removed'),
  lei: fc.option(fc.constantFrom(...leis)),
  dtis: fc.uniqueArray(fc.constantFrom('A', 'B'), { maxLength: 1 }),
  note: fc.constantFrom('', 'x', 'y'),
});

interface RowsPerStep {
  readonly least: number;
  readonly most: number;
}

/** So many that they come in several chunks, and that rows are superseded in the chunk in hand. */
const crowd: RowsPerStep = { least: 15, most: 30 };

/** Rows and subjects in turns: the same ones in every run. */
function joinSteps<T extends 'sanctions.entries' | 'register.rows', V>(
  topic: T,
  rows: fc.Arbitrary<V>,
  make: (given: V, time: number) => ValueOf<T>,
  { least, most }: RowsPerStep = { least: 2, most: 4 },
): readonly Step[] {
  const seed = 7;
  const drawn = fc.sample(fc.array(rows, { minLength: least, maxLength: most }), { numRuns: 12, seed });
  const named = fc.sample(fc.array(anySubject, { maxLength: 3 }), { numRuns: 12, seed });
  return drawn.flatMap((some, n) => {
    const time = 1_000 + n * 100;
    const assetId = `asset-${n % 3}`;
    const since = { since: time, sinceObservationId: `since-${n % 4}` };
    const subjects = unique((named[n] ?? []).map((one) => ({ ...one, ...since })));
    return [
      step(
        topic,
        some.map((given) => [make(given, time), time]),
      ),
      step('asset.subjects', [[{ assetId, position: n, subjects }, time]]),
    ];
  });
}

const entrySteps = (perStep?: RowsPerStep): readonly Step[] =>
  joinSteps(
    'sanctions.entries',
    anyEntry,
    ({ wallets: listed, identifiers, ...over }, asOf) =>
      entry(over.entryId, {
        ...over,
        asOf,
        wallets: listed.map((address) => listedWallet('ETH', address)),
        identifiers: identifiers.map((value) => ({ kind: 'lei', value, country: null })),
      }),
    perStep,
  );

export const screenJoin = createScreen({ feeds: joinFeeds });

export const screenScenario: Scenario = {
  input: 'sanctions.entries',
  global: 'asset.subjects',
  outputs: ['observations', 'screen.matches', 'dead.letters'],
  start: (deps) => runBroadcast(deps, screenJoin),
  steps: entrySteps(),
  inTurns: true,
};
export const crowdedScreenScenario: Scenario = { ...screenScenario, steps: entrySteps(crowd) };

const rowSteps = (perStep?: RowsPerStep): readonly Step[] =>
  joinSteps(
    'register.rows',
    anyRow,
    ({ rowId, note, ...over }, asOf) => row(rowId, { ...over, asOf, columns: { ...row('r').columns, note } }),
    perStep,
  );

export const attributeJoin = createAttribute({ registers: joinFeeds });

export const attributeScenario: Scenario = {
  input: 'register.rows',
  global: 'asset.subjects',
  outputs: ['observations', 'attribute.matches', 'dead.letters'],
  start: (deps) => runBroadcast(deps, attributeJoin),
  steps: rowSteps(),
  inTurns: true,
};
export const crowdedAttributeScenario: Scenario = { ...attributeScenario, steps: rowSteps(crowd) };

export const declaredAsset = (n: number, over: Partial<RegistryAsset>): RegistryAsset =>
  sampleRegistryAsset({ assetId: accounts.assetId(n), slug: `asset-${n}`, ...over });

/**
 * Assets and the parties they name, changed in turns; the parties go back to what they were. Each declaration may be followed
 * by others of the same asset, which go back as well.
 */
function declarations(repeats = 1): readonly Step[] {
  const steps: Step[] = [];
  for (let round = 0; round < 7; round += 1) {
    const time = 1_000 + round * 100;
    const assetsNow = Array.from({ length: 6 * repeats }, (_, nth) => {
      const n = nth % 6;
      const again = Math.floor(nth / 6);
      return declaredAsset(n, {
        name: `Asset ${n} ${(round + again) % 3}`,
        status: again % 2 === 0 ? 'active' : 'withdrawn',
        issuerId: `p${n % 2}`,
        parties: (round + again) % 2 === 0 ? [] : [{ partyId: 'p2', role: 'custodian' }],
      });
    });
    const parties = [0, 1, 2].map((n) => party(`p${n}`, `Party ${n} ${(round + n) % 2}`));
    steps.push(
      step(
        'registry.assets',
        assetsNow.map((value) => [value, time]),
      ),
      ...parties.map((value) => step('registry.parties', [[value, time + 10]])),
    );
  }
  return steps;
}

export const declareScenario: Scenario = {
  input: 'registry.assets',
  global: 'registry.parties',
  outputs: ['observations', 'dead.letters'],
  start: (deps) => runBroadcast(deps, createDeclare()),
  steps: declarations(),
  inTurns: true,
};

/** The parties are there from the start, and one of them changes between the declarations. */
function crowdedDeclarations(): readonly Step[] {
  const [first, ...all] = declarations(4);
  const parties: Step = async (world) => {
    for (const one of all.slice(0, 3)) await one(world);
  };
  const isAssetsOrFirstParty = (_: Step, at: number): boolean => at % 4 === 3 || at % 4 === 0;
  return [
    parties,
    ...(first === undefined ? [] : [first]),
    ...all.slice(3).filter((step, at) => isAssetsOrFirstParty(step, at + 3)),
  ];
}
export const crowdedDeclareScenario: Scenario = { ...declareScenario, steps: crowdedDeclarations() };

const assetRecord = (n: number, position: number, over: Partial<AssetRecord>): AssetRecord => {
  const required = {
    assetId: accounts.assetId(n),
    position,
    registryPosition: position,
    registeredAt: accounts.start,
  };
  return sampleAssetRecord(required, { chain: 'xrpl', ...over });
};

/** Watches of assets that have no record yet, have one without a reading, and get one with a reading; answers as events come. */
function intakes(): readonly Step[] {
  const steps: Step[] = [];
  const benches = tenants.map((tenantId, n) => {
    const bench = accounts.openBench();
    bench.give({ type: 'tenant.create', body: accounts.keyBody(n), tenantId });
    return bench;
  });
  let forwarded = 0;
  const events = (): void => {
    for (const [n, bench] of benches.entries()) {
      const newEvents = bench.log.slice(forwarded);
      const tenantId = tenants[n] ?? '';
      steps.push(
        step(
          'accounts.events',
          newEvents
            .filter(({ value }) => value.tenantId === tenantId)
            .map(({ value, timestamp }) => [value, timestamp]),
        ),
      );
    }
    forwarded = benches[0]?.log.length ?? 0;
  };
  const items = benches.map((bench, n) => {
    const tenantId = tenants[n] ?? '';
    return [0, 1, 2].map((asset) =>
      accounts.itemOf(accounts.watch(bench, accounts.assetId(asset), { tenantId, commandId: `watch-${n}-${asset}` })),
    );
  });
  events();
  const declare = (n: number, position: number, over: Partial<AssetRecord> = {}): void => {
    steps.push(step('asset.records', [[assetRecord(n, position, over), accounts.start + position]]));
  };
  for (const asset of [0, 1, 2]) declare(asset, 1);
  for (const [n, bench] of benches.entries()) {
    for (const item of items[n] ?? []) accounts.finish(bench, item, 'unresolved');
  }
  events();
  declare(0, 5, { chain: 'ethereum' });
  declare(1, 6);
  declare(1, 7, { registryPosition: 6, name: 'Other' });
  declare(2, 8, { chain: 'ethereum', sourcesDeclared: 0 });
  return steps;
}

export const intakeScenario: Scenario = {
  input: 'accounts.events',
  global: 'asset.records',
  outputs: ['accounts.commands', 'accounts.dead.letters'],
  start: (deps) => runBroadcast(deps, { ...intakeFold, lingerMs: 0 }),
  steps: intakes(),
  inTurns: true,
};
