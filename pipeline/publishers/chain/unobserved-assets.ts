import { ownJson } from '../../../schemas/stored-value.ts';
import type { ArtifactStore } from '../../../infra/artifacts/store.ts';
import type { Chunk } from '../../../infra/log/log.ts';
import type { StateCommit, StateStore } from '../../../infra/state/store.ts';
import type { Codec } from '../../../schemas/codec.ts';
import { chainBySlug } from '../../../schemas/values/chains.ts';
import type { AssetToRead } from '../../chain/cassette-header.ts';
import { readAddressOf } from '../../chain/tokens.ts';
import { decodeChunk, encodeOutput } from '../../runtime/batch.ts';
import { emit } from '../../runtime/processor.ts';
import { unansweredCaptures } from './unanswered.ts';

export interface AnswerDeps {
  readonly codec: Codec;
  readonly clock: () => number;
  readonly artifacts: Pick<ArtifactStore, 'put'>;
  /** Whether a provider is set for the chain with this slug. */
  readonly isObserved: (slug: string) => boolean;
}

/** What the state has of an asset. */
interface FollowedAsset {
  /** Slug of its chain. */
  readonly chain: string;
  readonly standard: string;
  readonly address: string;
  /** A capture states that it is not observed. */
  readonly answered: boolean;
}

interface AssetToAnswer extends FollowedAsset {
  readonly assetId: string;
}

const keyOf = (assetId: string): string => `asset/${assetId}`;
const readState = (bytes: Buffer): FollowedAsset => ownJson<FollowedAsset>(bytes);

/** Assets of one commit. */
export interface CommitAssets {
  /** In their new state; those to be answered are not marked so yet. */
  readonly assets: readonly AssetToAnswer[];
  /** Milliseconds. */
  readonly asOf: number;
}

/** Whether a provider is asked about the asset. */
const isRead = ({ chain, standard, address }: FollowedAsset, isObserved: (slug: string) => boolean): boolean => {
  const known = chainBySlug(chain);
  return known !== undefined && isObserved(chain) && readAddressOf(known.encoding, standard, address) !== null;
};

/** Assets whose answer changed with the settings since the last start. */
export function reconsidered(
  store: StateStore,
  partition: number,
  isObserved: AnswerDeps['isObserved'],
): readonly AssetToAnswer[] {
  const assets: AssetToAnswer[] = [];
  for (const [key, bytes] of store.entries(partition, keyOf(''))) {
    const asset = readState(bytes);
    if (asset.answered !== isRead(asset, isObserved)) continue;
    assets.push({ assetId: key.slice(keyOf('').length), ...asset, answered: false });
  }
  return assets;
}

/** Assets that a chunk declares, by their newest record. Below `answeredUpTo`, an earlier owner or state version has answered. */
export function declaredIn(
  { codec, clock }: Pick<AnswerDeps, 'codec' | 'clock'>,
  store: StateStore,
  chunk: Chunk,
  answeredUpTo: number,
): CommitAssets {
  const assets = new Map<string, AssetToAnswer>();
  let asOf = 0;
  for (const { value, offset, timestamp } of decodeChunk<'registry.assets'>(codec, chunk)) {
    const { assetId, chain, standard, address } = value;
    const stored = store.get(chunk.partition, keyOf(assetId));
    const known = assets.get(assetId) ?? (stored === undefined ? undefined : readState(stored));
    const isSame = known?.chain === chain && known.standard === standard && known.address === address;
    const answered = (isSame && known.answered) || offset < answeredUpTo;
    assets.set(assetId, { assetId, chain, standard, address, answered });
    if (!answered) asOf = Math.max(asOf, timestamp);
  }
  // The time of the declaration, so that a log that is read again gives the same captures.
  return { assets: [...assets.values()], asOf: Math.min(asOf, clock()) };
}

/** The new state of assets, and captures for those that are to be answered. */
export async function answersTo(
  { codec, artifacts, isObserved, clock }: AnswerDeps,
  { assets, asOf }: CommitAssets,
): Promise<Pick<StateCommit, 'writes' | 'outputs'>> {
  const writes = new Map<string, Buffer | null>();
  const unanswered = new Map<string, AssetToRead[]>();
  for (const { assetId, ...asset } of assets) {
    const isObservable = isRead(asset, isObserved);
    writes.set(keyOf(assetId), Buffer.from(JSON.stringify({ ...asset, answered: !isObservable })));
    if (isObservable || asset.answered) continue;
    const { chain, standard, address } = asset;
    const ofChain = unanswered.get(chain) ?? [];
    unanswered.set(chain, ofChain);
    ofChain.push({ assetId, address, standard });
  }
  const captures = [];
  for (const [slug, list] of unanswered) {
    const chain = chainBySlug(slug);
    if (chain === undefined) continue;
    captures.push(...(await unansweredCaptures(chain, list, { unanswered: 'not_observed', asOf }, artifacts)));
  }
  const outputs = captures.map((value) => encodeOutput(codec, emit('feed.captures', value, clock())));
  return { writes, outputs };
}
