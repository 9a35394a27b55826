import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { laggards, processorStatus } from '../../../cli/engine/status.ts';
import { captureFromCassette } from '../../../cli/feeds/chain-capture.ts';
import { registrySnapshot } from '../../../cli/registry/registry-view.ts';
import { appendOutputs } from '../../../cli/log/append-outputs.ts';
import { appendValues } from '../../../cli/log/append.ts';
import { newestValues, readTopic } from '../../../cli/log/read-topic.ts';
import { type Bundle, bundleText, makeBundle } from '../../../cli/verify/bundle/bundle.ts';
import { checkBundle } from '../../../cli/verify/bundle/check-bundle.ts';
import { gatherEvidence } from '../../../cli/verify/evidence/gather-evidence.ts';
import { explainEvidence, explainingOn } from '../../../cli/verify/explain/explain-change.ts';
import { readBundle } from '../../../cli/verify/bundle/read-bundle.ts';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import type { ChainFeed } from '../../../pipeline/ingest/chain/chain-feed.ts';
import { startDataProcessors } from '../../../pipeline/processors/start-data.ts';
import { chainFeeds } from '../../../pipeline/publishers/chain/chain-feeds.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { planImport } from '../../../pipeline/registry/import/plan-import.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { registryLines, testId } from '../../support/demo-world.ts';
import { fixturePath } from '../../support/fixture-path.ts';
import { messageOf, openWorkplace, silent, type Workplace } from '../harness.ts';
import { reached } from '../../support/reached.ts';

const test = suite<{ place: Workplace }>('a cassette as a capture');
const fixtures = join(import.meta.dirname, '../../fixtures/chain-readings');
const address = '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0';
const cassette = (number: number): string => join(fixtures, `${number}.cassette.gz`);
const start = Date.UTC(2026, 0, 5);

function feedOf(id: string): ChainFeed {
  const feed = chainFeeds.get(id);
  if (feed === undefined) throw new Error(`no feed ${id}`);
  return feed;
}

test.before.each(async (context) => {
  context.place = await openWorkplace();
});
test.after.each(({ place }) => place.close());

async function register({ engine }: Workplace): Promise<void> {
  const lines = registryLines({ assets: 1 }).map((line) =>
    line.replace(/"address":"0x\w{40}"/, `"address":"${address}"`),
  );
  const plan = planImport({
    files: [{ name: 'registry', text: lines.join('\n') }],
    asOf: start,
    now: Date.UTC(2026, 10, 1),
    registry: await registrySnapshot(engine),
    signersOf: () => [],
    usedChallenges: new Map(),
  });
  if (!plan.ok) throw new Error(JSON.stringify(plan.issues));
  await appendOutputs(engine, plan.records);
}

test('a file of chains read is stated of the registered asset, down to its record', async ({ place }) => {
  const { engine } = place;
  await register(place);
  for (const number of [1, 2, 3]) {
    const capture = await captureFromCassette(engine, feedOf('chain-ethereum'), {
      path: cassette(number),
      force: false,
      now: 0,
    });
    await appendValues(engine, 'feed.captures', [{ value: capture, timestamp: capture.asOf }]);
  }
  const deps = {
    log: engine.log,
    codec: engine.codec,
    openStore: engine.openStore,
    logger: silent,
    clock: () => Date.UTC(2026, 10, 1),
    random: Math.random,
    onHealth: () => undefined,
    artifact: engine.artifacts.get,
    reduceArtifact: engine.artifacts.read,
  };
  const running = await startDataProcessors(deps, feeds);
  // Accounts and tables are not part of this world.
  const data = new Set(running.map(({ name }) => name));
  await reached('everything is read', async () =>
    laggards(await processorStatus(engine)).every(({ name }) => !data.has(name)),
  );
  for (const processor of running) await processor.stop();
  const runs: string[] = [];
  for await (const { value } of readTopic(engine, 'feed.runs')) runs.push(`${value?.status} ${value?.reason}`);
  assert.equal(runs, ['accepted null', 'accepted null', 'accepted null']);
  const stated: Observation[] = [];
  for await (const { value } of readTopic(engine, 'observations')) {
    if (value?.sourceKey === 'chain:eip155:1') stated.push(value);
  }
  assert.equal([...new Set(stated.map(({ assetId }) => assetId))], [testId('asset-0')]);
  const record = (await newestValues(engine, 'asset.records')).get(testId('asset-0'))?.value;
  assert.is(record?.chainReading, 'stated');
  assert.equal(
    record?.authorities.map(({ type }) => type),
    ['mint_authority', 'owner', 'pause_authority'],
  );
  await assertExplained(engine);
});

/** Every change of the log follows from its cassettes, on the log and from a bundle alone. */
async function assertExplained(engine: Workplace['engine']): Promise<void> {
  const ids = new Set<string>();
  for await (const { value } of readTopic(engine, 'changes')) if (value !== null) ids.add(value.id);
  assert.ok(ids.size > 0);
  for (const id of ids) {
    const explaining = explainingOn(engine, publishedRules);
    const evidence = await gatherEvidence(engine, id);
    if (evidence === null) throw new Error(`no evidence of ${id}`);
    const bundle = await makeBundle(evidence, { ...explaining, madeBy: 'attestry 0.1.0' });
    keep(bundle);
    const checked = await checkBundle(readBundle('bundle.json', JSON.stringify(bundle)), publishedRules);
    for (const { ok, observations } of [await explainEvidence(evidence, explaining), checked]) {
      assert.is(ok, true, id);
      assert.ok(observations.length > 0);
      for (const { again, observation } of observations) assert.is(again.state, 'given', observation.field);
    }
  }
}

/** The bundles that this program made are kept for later ones: `kept-bundles.test.ts`. */
function keep(bundle: Bundle): void {
  const name = keptNames[bundle.changes[0]?.field ?? ''];
  const path = fixturePath('bundles', `${name ?? ''}.json`);
  if (name === undefined || process.env['UPDATE_APPROVED'] !== '1' || existsSync(path)) return;
  writeFileSync(path, bundleText(bundle));
}

const keptNames: Readonly<Record<string, string>> = {
  ownership_offer: 'chain-ownership-offered',
  paused: 'chain-token-paused',
};

test('a file of other assets or of another chain is refused', async ({ place }) => {
  const run = (feed: string): Promise<string> =>
    messageOf(captureFromCassette(place.engine, feedOf(feed), { path: cassette(1), force: false, now: 0 }));
  assert.match(
    await run('chain-ethereum'),
    /states eip155:1\/erc20:0x\w{40} at 0x\w{40}, which is not a registered asset/,
  );
  assert.match(await run('chain-base'), /the file is a reading of eip155:1, and chain-base is of eip155:8453/);
});

test.run();
