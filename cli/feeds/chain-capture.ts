import { basename } from 'node:path';
import { UsageError } from '../../infra/errors.ts';
import { type Cassette, writeCassette } from '../../pipeline/chain/cassette.ts';
import type { AssetToRead } from '../../pipeline/chain/cassette-header.ts';
import type { ChainFeed } from '../../pipeline/ingest/chain/chain-feed.ts';
import { captureIdOf } from '../../pipeline/ingest/snapshot-ids.ts';
import type { FeedCapture, RegistryAsset } from '../../schemas/generated/records.ts';
import { chainByCaip2 } from '../../schemas/values/chains.ts';
import { readCassetteFile } from '../chains/cassette-file.ts';
import type { Engine } from '../engine/open-engine.ts';
import { newestValues } from '../log/read-topic.ts';
import { readInputFile } from '../program/input/input-files.ts';

export interface CassetteToRun {
  readonly path: string;
  readonly force: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * A cassette file as a capture of its chain, stored. Its assets must be registered. Those named by a CAIP-19 id, as `attestry
 * chains read` writes them, get the id they have in the registry. Throws UsageError, and CommandFailed for a file that is no
 * cassette.
 */
export async function captureFromCassette(
  engine: Engine,
  feed: ChainFeed,
  { path, force, now }: CassetteToRun,
): Promise<FeedCapture> {
  const cassette = readCassetteFile(path);
  const { block } = cassette.header;
  const registered = await withRegisteredAssets(engine, feed, cassette);
  const isAsGiven = registered.every((asset, index) => asset.assetId === cassette.header.assets[index]?.assetId);
  const text = isAsGiven ? null : writeCassette({ ...cassette, header: { ...cassette.header, assets: registered } });
  const bytes = text === null ? readInputFile(path) : Buffer.from(text, 'utf8');
  const stored = await engine.artifacts.put(bytes);
  const artifact = { name: basename(path), ...stored, url: null, contentType: null, etag: null, lastModified: null };
  const asOf = block === null ? now : block.timestamp * 1000;
  const content = { feed: feed.manifest.id, asOf, artifacts: [artifact], wanted: [] };
  return { captureId: captureIdOf(content), ...content, obtained: 'imported', force };
}

async function withRegisteredAssets(
  engine: Engine,
  feed: ChainFeed,
  { header }: Cassette,
): Promise<readonly AssetToRead[]> {
  if (header.chain !== feed.chain) {
    throw new UsageError(`the file is a reading of ${header.chain}, and ${feed.manifest.id} is of ${feed.chain}`);
  }
  const slug = chainByCaip2(feed.chain)?.slug;
  const assets = [...(await newestValues(engine, 'registry.assets')).values()]
    .map(({ value }) => value)
    .filter(({ chain }) => chain === slug);
  return header.assets.map((asset) => {
    const found = assets.find((one) => names(asset, one, feed.chain));
    if (found !== undefined) return { ...asset, assetId: found.assetId };
    throw new UsageError(`the file states ${asset.assetId} at ${asset.address}, which is not a registered asset`);
  });
}

function names({ assetId, address, standard }: AssetToRead, asset: RegistryAsset, chain: string): boolean {
  const own = chain.startsWith('eip155:') ? asset.address.toLowerCase() : asset.address;
  if (own !== address || asset.standard !== standard) return false;
  return assetId === asset.assetId || assetId === `${chain}/${standard}:${address}`;
}
