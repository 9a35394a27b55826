/** A change of a chain as a file, with what the state root of its block proves. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import type { Cassette } from '../../../../pipeline/chain/cassette.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import { type DeployedContract, openTestChain, type TestChain } from '../../../support/chain/contracts.ts';
import { readWithProofs } from '../../../support/chain/read-state.ts';
import { fixturePath } from '../../../support/fixture-path.ts';
import { type FoldedWorld, openFoldedWorld } from '../../../support/folded-world.ts';
import { assetId, declared, declaredParty } from '../../../pipeline/changes/builders.ts';
import { bytesOf, openCaptureLog } from '../../../pipeline/ingest/chain/capture-log.ts';
import { attestry } from '../../harness.ts';

interface Context {
  world: FoldedWorld;
}

const test = suite<Context>('bundles with proofs of state');
/** The bundle that this program made is kept for later ones: `kept-bundles.test.ts`. */
const kept = fixturePath('bundles', 'chain-threshold-proven.json');

/** What two nodes of one chain answer, of a token under the id of the asset. */
async function readAgain({ anvil }: TestChain, token: DeployedContract): Promise<Cassette> {
  const readings = [];
  for (const label of ['own', 'b']) readings.push(await readWithProofs(anvil.provider(label), [token.address]));
  const [{ header } = { header: null }] = readings;
  if (header === null) throw new Error('no reading');
  const assets = header.assets.map((asset) => ({ ...asset, assetId }));
  const exchanges = readings.flatMap((reading) => reading.exchanges);
  return { header: { ...header, assets, providers: ['own', 'b'], quorum: 2 }, exchanges };
}

test.before(async (context) => {
  const chain = await openTestChain();
  const [a = '', b = '', c = ''] = chain.keys;
  const safe = await chain.safe([a, b, c], 2);
  const token = await chain.deploy('OwnedToken', safe.address);
  const world = (context.world = await openFoldedWorld(publishedRules));
  const log = openCaptureLog();
  await world.append(declared(1, { address: token.shown }), declaredParty(2));
  const state = async (): Promise<void> => {
    await chain.anvil.rpc('evm_increaseTime', '0x3c');
    await chain.finalize();
    const cassette = await readAgain(chain, token);
    const bytes = bytesOf(cassette);
    await world.engine.artifacts.put(bytes);
    const { run, observations } = log.take(bytes, (cassette.header.block?.timestamp ?? 0) * 1000);
    assert.equal([run.status, run.reason], ['accepted', null]);
    await world.append(...observations);
  };
  await state();
  await chain.anvil.rpc('anvil_impersonateAccount', safe.address);
  await chain.anvil.rpc('anvil_setBalance', safe.address, '0xde0b6b3a7640000');
  await chain.send(safe, 'changeThreshold', [1n], safe.address);
  await state();
  await world.fold();
});
test.after(({ world }) => world.close());

test('a changed threshold is proven from the file alone, down to the state root', async ({ world }) => {
  const [change, ...others] = await world.changes();
  assert.equal(others, []);
  assert.equal(
    [change?.explanation.kind, change?.direction, change?.confirmed],
    ['authority_changed', 'weakens', true],
  );
  process.env['ATTESTRY_DATA_DIR'] = world.config.dataDir;
  const file = join(world.config.dataDir, 'change.json');
  const made = await attestry('explain', change?.id ?? '', '--bundle', file);
  assert.is(made.code, 0, made.stderr);
  // The check has the file alone: no data directory, and no log.
  process.env['ATTESTRY_DATA_DIR'] = join(world.config.dataDir, 'nowhere');
  const checked = await attestry('explain', '--check', file);
  assert.is(checked.code, 0, checked.stderr);
  assert.match(checked.stdout, /and the state root of the block proves it/);
  const bundle = readBundle(file, readFileSync(file, 'utf8'));
  const { ok, observations } = await checkBundle(bundle, publishedRules);
  assert.ok(ok);
  const ofSafe = observations.filter(({ observation: { field } }) => field === 'control');
  assert.ok(ofSafe.length >= 2 && ofSafe.every(({ again }) => again.state === 'proven'));
  if (process.env['UPDATE_APPROVED'] === '1' && !existsSync(kept)) writeFileSync(kept, readFileSync(file));
  rmSync(file);
});

test.run();
