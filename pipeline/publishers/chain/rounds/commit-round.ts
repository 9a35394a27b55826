import type { FeedCapture } from '../../../../schemas/generated/records.ts';
import type { ChainBlock, KnownVaults } from '../../../chain/cassette-header.ts';
import type { AssetState } from '../../../chain/statement.ts';
import { chainFeedId } from '../chain-feeds.ts';
import { storeCassette } from '../store-cassette.ts';
import { type Digest, digestOf, isCreator } from './assets/asset-digest.ts';
import type { FollowedAsset } from './assets/followed-assets.ts';
import { vaultsIn } from './assets/known-vaults.ts';
import type { ReadAgain } from './assets/read-again.ts';
import type { AssetMemory, Statement } from './assets/asset-memory.ts';
import type { QuorumReading } from './state-by-quorum.ts';
import { type AnswerDeps, outputsOf, unreadableAnswers, unstatedOf } from './unreadable-answers.ts';

export interface CommittedRound extends ReadAgain {
  readonly assets: readonly FollowedAsset[];
  readonly block: ChainBlock;
  readonly tried: readonly FollowedAsset[];
  readonly hintedUpTo: number | null;
  readonly reading: QuorumReading;
  /** Digests of the sweep, by asset id. */
  readonly digests: ReadonlyMap<string, string>;
}

/** The capture, and what is remembered because of it, in one commit. */
export async function commitRound(
  deps: AnswerDeps,
  { assets, block, tried, again, inFull, reading, hintedUpTo, digests }: CommittedRound,
): Promise<void> {
  const { state, observed, artifacts, clock } = deps;
  const now = clock();
  const { cassette, states } = reading;
  const changed = new Map<string, AssetMemory>();
  const readNextAt = (readAt: number, assetId: string): void => {
    const { whole: _, ...memory } = state.asset(assetId);
    changed.set(assetId, { ...memory, readAt, ...(inFull.has(assetId) ? { whole: true } : {}) });
  };
  for (const { assetId } of tried) readNextAt(now, assetId);
  for (const assetId of again) readNextAt(0, assetId);
  const captures: FeedCapture[] = [];
  if (cassette !== null) {
    const asOf = block.timestamp * 1000;
    const capture = await storeCassette({ feed: chainFeedId(observed.chain.slug), cassette, asOf }, artifacts);
    captures.push(capture);
    for (const one of states) {
      const { stated, whole: _, ...memory } = changed.get(one.assetId) ?? state.asset(one.assetId);
      const digest = digestOf(one);
      const pending: Statement = {
        ...digest,
        plan: cassette.header.plan,
        at: asOf,
        block: block.number,
        alone: cassette.header.providers.length === 1 && isUnconfirmed({ stated, pending: memory.pending }, digest),
        accounts: observed.family.accountsIn(one),
        // A heartbeat was not swept: what the sweep read before is what the next one is compared with.
        ...swept(digests.get(one.assetId) ?? (memory.pending ?? stated)?.swept),
        ...ofLogs(one),
        ...created(one, memory.pending ?? stated),
        ...linked(vaultsIn([one])),
      };
      const { captureId } = capture;
      changed.set(one.assetId, { ...memory, stated, readAt: now, pending: { ...pending, captureId, capturedAt: now } });
    }
  }
  const unstated = unstatedOf(state, assets).filter(({ assetId }) => (changed.get(assetId)?.pending ?? null) === null);
  const answers = await unreadableAnswers(deps, unstated);
  for (const [assetId, memory] of answers.assets) changed.set(assetId, { ...memory, readAt: now });
  captures.push(...answers.captures);
  const isSame = state.tip()?.hash === block.hash;
  if (changed.size === 0 && captures.length === 0 && isSame) return;
  const hinted = hintedUpTo === null ? {} : { hintedUpTo };
  await state.commit({ tip: block, ...hinted, assets: changed, outputs: outputsOf(deps, captures) });
}

function ofLogs({ facts, withoutLogs = [] }: AssetState): Pick<Statement, 'hasRoles' | 'lacksLogs'> {
  if (withoutLogs.length > 0) return { hasRoles: true, lacksLogs: true };
  return facts.some(({ field }) => field === 'role') ? { hasRoles: true } : {};
}

const swept = (digest: string | undefined): Pick<Statement, 'swept'> => (digest === undefined ? {} : { swept: digest });
const created = ({ facts }: AssetState, last: Statement | null): Pick<Statement, 'hasCreator'> =>
  last?.hasCreator === true || facts.some(isCreator) ? { hasCreator: true } : {};
const linked = (vaults: KnownVaults): Pick<Statement, 'vaults'> => (vaults.length === 0 ? {} : { vaults });

/**
 * Whether what one provider states needs another reading: it differs from the last statement, be it accepted or on its
 * way, or that one still needs a reading itself. A first statement is a baseline, which is compared with nothing.
 */
export function isUnconfirmed(
  { stated, pending }: Pick<AssetMemory, 'stated' | 'pending'>,
  { facts }: Pick<Digest, 'facts'>,
): boolean {
  const last = pending ?? stated;
  return pending?.alone === true || (last !== null && last.facts !== facts);
}
