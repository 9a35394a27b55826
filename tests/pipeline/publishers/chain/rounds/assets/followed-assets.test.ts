/** Which assets are followed is what the registry has declared last. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  followAssets,
  type FollowedAssets,
} from '../../../../../../pipeline/publishers/chain/rounds/assets/followed-assets.ts';
import { sampleRegistryAsset } from '../../../../../support/sample-assets.ts';
import { reached } from '../../../../../support/reached.ts';
import { openWorld } from '../../../../runtime/harness.ts';

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const issuerId = idOf(9);
const report = { sourceId: 'report', url: 'https://issuer.example/report.json', kind: 'report', extractor: 'report' };
const token = (n: number, over: Parameters<typeof sampleRegistryAsset>[0] = {}) =>
  sampleRegistryAsset({
    assetId: idOf(n),
    chain: 'ethereum',
    standard: 'erc20',
    address: `0x${String(n).repeat(40)}`,
    ...over,
  });

test('a list stays the same until a declaration changes it', async () => {
  const world = await openWorld(1);
  const assets: FollowedAssets = followAssets(world.deps, { retry: (attempt) => attempt() });
  const listed = (slug: string) => assets.ofChain(slug).map(({ assetId }) => Number(assetId.slice(-1)));
  await assets.ready;
  assert.equal(assets.ofChain('ethereum'), []);
  await world.append('registry.assets', [token(1), token(2), token(3, { chain: 'base' })]);
  await reached('all are followed', () => listed('base').length === 1);
  assert.equal(listed('ethereum'), [1, 2]);
  assert.is(assets.ofChain('ethereum'), assets.ofChain('ethereum'), 'one list for all who ask');
  await world.append('registry.assets', [token(1, { status: 'withdrawn' })]);
  await reached('a withdrawn one is not', () => listed('ethereum').length === 1);
  assert.equal(listed('ethereum'), [2]);
  await assets.consumption.stop();
  await world.close();
});

test('an asset is reported as soon as another one of its issuer declares a report', async () => {
  const world = await openWorld(1);
  const assets: FollowedAssets = followAssets(world.deps, { retry: (attempt) => attempt() });
  const reported = () => assets.ofChain('ethereum').map(({ isReported }) => isReported);
  await world.append('registry.assets', [token(1, { issuerId })]);
  await reached('it is followed', () => reported().length === 1);
  assert.equal(reported(), [false]);
  await world.append('registry.assets', [token(2, { chain: 'base', issuerId, sources: [report] })]);
  await reached('it is reported', () => reported()[0] === true);
  await assets.consumption.stop();
  await world.close();
});

test.run();
