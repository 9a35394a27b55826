import type { ArtifactStore } from '../../../../infra/artifacts/store.ts';
import type { NewRecord } from '../../../../infra/log/log.ts';
import type { FeedCapture } from '../../../../schemas/generated/records.ts';
import { encodeOutput } from '../../../runtime/batch.ts';
import { emit } from '../../../runtime/processor.ts';
import type { RuntimeDeps } from '../../../runtime/role.ts';
import { unansweredCaptures } from '../unanswered.ts';
import type { ObservedChain } from './providers/chain-family.ts';
import type { FollowedAsset } from './assets/followed-assets.ts';
import type { AssetMemory } from './assets/asset-memory.ts';
import type { RoundState } from './assets/round-state.ts';
import { plain } from './providers/sweep.ts';
import type { UnreadableAssets } from './assets/unreadable.ts';

export interface AnswerDeps extends Pick<RuntimeDeps, 'codec' | 'clock'> {
  readonly artifacts: Pick<ArtifactStore, 'put'>;
  readonly observed: ObservedChain;
  readonly state: RoundState;
  readonly unreadable: UnreadableAssets;
}

/** Assets that wait for their first statement. */
export const unstatedOf = (state: RoundState, assets: readonly FollowedAsset[]): readonly FollowedAsset[] =>
  assets.filter(({ assetId }) => {
    const { statedAt, isPending } = state.outlines.of(assetId);
    return statedAt === null && !isPending;
  });

/** Answers for assets that could not be read for too long, and what is remembered of them. */
export async function unreadableAnswers(
  { state, unreadable, clock, observed, artifacts }: AnswerDeps,
  unstated: readonly FollowedAsset[],
): Promise<{ readonly assets: ReadonlyMap<string, AssetMemory>; readonly captures: readonly FeedCapture[] }> {
  const now = clock();
  const overdue = unreadable.overdue(unstated, now).filter(({ assetId }) => state.asset(assetId).unreadable !== true);
  const assets = new Map(
    overdue.map(({ assetId }) => [assetId, { ...state.asset(assetId), unreadable: true as const }]),
  );
  const answer = { unanswered: 'unreadable', asOf: now } as const;
  return { assets, captures: await unansweredCaptures(observed.chain, overdue.map(plain), answer, artifacts) };
}

export const outputsOf = (
  { codec, clock }: Pick<AnswerDeps, 'codec' | 'clock'>,
  captures: readonly FeedCapture[],
): readonly NewRecord[] => captures.map((capture) => encodeOutput(codec, emit('feed.captures', capture, clock())));
