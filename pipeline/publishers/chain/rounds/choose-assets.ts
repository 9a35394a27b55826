import type { FollowedAsset } from './followed-assets.ts';
import type { AssetMemory } from './round-state.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A statement is repeated after so long, so that its time stays honest. */
const heartbeatMs = 7 * dayMs;
const hourMs = 60 * 60 * 1000;
/** The supply of an asset with a declared report is compared day by day. */
const reportedMs = dayMs - hourMs;
/** Statements that are due wait so long for others, which share their requests. */
const longestWaitMs = hourMs;
/** Assets that one round reads; more of them make the next round follow at once. */
const mostRead = 1_000;
/** Statements of one capture: some 20 MB of exchanges with two providers. */
export const mostStated = 500;

export interface Choice {
  /** Assets to read in order to find differences. */
  readonly sweep: readonly FollowedAsset[];
  /** Assets to state whether or not they differ. */
  readonly heartbeats: readonly FollowedAsset[];
  /** Of `sweep`, those to state although they are equal: another reading confirms what one provider stated alone. */
  readonly confirm: ReadonlySet<string>;
  /** Of `sweep`, those that differ perhaps where no sweep looks: one provider reads them in full. */
  readonly whole: ReadonlySet<string>;
  /** More assets wait than one round takes. */
  readonly isMore: boolean;
}

export interface ChoiceRequest {
  readonly assets: readonly FollowedAsset[];
  readonly memoryOf: (assetId: string) => AssetMemory;
  /** `new`: only assets that were never stated. */
  readonly kind: 'step' | 'new';
  readonly plan: string;
  /** Number of the block of the round. */
  readonly block: number;
  /** Milliseconds. */
  readonly now: number;
  /** How many of the assets that were read longest ago are due. */
  readonly due: number;
  /** Assets that were not read for so long are due in any case, milliseconds. */
  readonly longestUnread: number;
  /** Assets that share the requests of a reading. */
  readonly batch: number;
  /** Assets whose contracts or controllers have logged something. */
  readonly hinted: ReadonlySet<string>;
  /** Assets that could not be read several times: they wait for their turn. */
  readonly isFailing: (assetId: string) => boolean;
}

/** What a round reads: assets that were never stated, those with a hint, an old plan or an open confirmation, and a slice. */
export function chooseAssets(request: ChoiceRequest): Choice {
  const { assets, memoryOf, kind, block, plan, now, due, longestUnread, hinted, isFailing } = request;
  const memories = assets.map((asset) => ({ asset, ...memoryOf(asset.assetId) }));
  const isNew = ({ asset, stated, pending }: (typeof memories)[number]): boolean =>
    stated === null && pending === null && !isFailing(asset.assetId);
  const chosen = new Map<string, FollowedAsset>();
  const take = (list: readonly (typeof memories)[number][]): void => {
    for (const { asset } of list) chosen.set(asset.assetId, asset);
  };
  take(memories.filter(isNew));
  if (kind === 'new') return { ...cut([...chosen.values()]), heartbeats: [], confirm: new Set(), whole: new Set() };
  const open = memories.filter(
    ({ stated, pending }) => stated?.alone === true && pending === null && stated.block < block,
  );
  take(open);
  const again = memories.filter(({ readAt, stated, pending }) => readAt === 0 && (stated ?? pending) !== null);
  const logged = memories.filter(({ asset }) => hinted.has(asset.assetId));
  take(again);
  take(logged);
  take(memories.filter(({ stated, pending }) => stated !== null && (pending ?? stated).plan !== plan));
  const oldest = memories.filter(({ asset }) => !chosen.has(asset.assetId)).sort((a, b) => a.readAt - b.readAt);
  take(oldest.slice(0, due));
  // Those that a stop of the process, or of all providers, has delayed are read at once.
  take(oldest.slice(due).filter(({ readAt }) => readAt > 0 && now - readAt >= longestUnread));
  const heartbeats = beatingOf(
    memories.filter(({ asset }) => !chosen.has(asset.assetId)),
    now,
    request.batch,
  ).map(({ asset }) => asset);
  const { sweep, isMore } = cut([...chosen.values()]);
  return {
    sweep,
    heartbeats: heartbeats.slice(0, mostStated),
    confirm: new Set(open.map(({ asset }) => asset.assetId)),
    whole: new Set([...again, ...logged].map(({ asset }) => asset.assetId)),
    isMore: isMore || heartbeats.length > mostStated,
  };
}

type Memory = AssetMemory & { readonly asset: FollowedAsset };

/** Statements to repeat, the oldest first: whole batches of them, or what there is when one has waited for an hour. */
function beatingOf(memories: readonly Memory[], now: number, batch: number): readonly Memory[] {
  const due = memories.flatMap((memory) => {
    const { asset, stated, pending } = memory;
    const after = asset.isReported ? reportedMs : heartbeatMs;
    const waited = stated === null || pending !== null ? -1 : now - stated.at - after;
    return waited < 0 ? [] : [{ memory, waited }];
  });
  const count = wholeBatches(
    due.length,
    batch,
    due.some(({ waited }) => waited >= longestWaitMs),
  );
  return due
    .sort((a, b) => b.waited - a.waited)
    .slice(0, count)
    .map(({ memory }) => memory);
}

/** How many of those that are due share full batches; fewer than one are taken when they may wait no longer. */
export const wholeBatches = (due: number, batch: number, mayWaitNoLonger: boolean): number =>
  due >= batch ? due - (due % batch) : mayWaitNoLonger ? due : 0;

const cut = (all: readonly FollowedAsset[]): Pick<Choice, 'sweep' | 'isMore'> => ({
  sweep: all.slice(0, mostRead),
  isMore: all.length > mostRead,
});
