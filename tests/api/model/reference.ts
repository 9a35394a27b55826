/** What a key holder must see, written a second time and as simply as possible; the API is compared with it. */
import type { FeedOrder, FeedTime } from '../../../api/readmodel/resources/changes/filter.ts';
import type { WatchItem } from '../../../schemas/generated/records.ts';
import { isHidden, type ModelItem, type ModelTenant, step, usedOf } from '../../pipeline/accounts/reference-model.ts';
import { type Severity, termsOf } from '../../../schemas/vocabulary.ts';
import { day } from '../records.ts';

export type Direction = 'weakens' | 'mixed' | 'strengthens' | 'neutral' | 'unassessed';
export const directions: readonly Direction[] = ['weakens', 'mixed', 'strengthens', 'neutral', 'unassessed'];

/** The present state of a change. */
export interface ModelChange {
  readonly id: string;
  readonly asset: string;
  readonly category: string;
  readonly groupId: string;
  readonly detectedAt: number;
  readonly direction: Direction;
  readonly severity: Severity;
  readonly lowSignal: boolean;
  revision: number;
  confirmed: boolean;
  /** When it first became notable; null if never. */
  notableAt: number | null;
  /** When it took its present state. */
  knownAt: number;
}

interface Notice {
  readonly asset: string;
  readonly kind: string;
  readonly at: number;
}

/** A key holder: the list of the fold's own reference model in the order of additions, and the ended intakes. */
export interface Holder {
  readonly list: ModelTenant;
  /** Assets in the order of their last addition. */
  order: string[];
  readonly notices: Notice[];
}

export const newHolder = (limit: number, createdAt: number): Holder => ({
  list: { limit, createdAt, items: new Map() },
  order: [],
  notices: [],
});

/** A request that changes a list. */
export type Write =
  | { readonly do: 'add'; readonly asset: string; readonly isPublic: boolean }
  | {
      readonly do: 'update';
      readonly asset: string;
      readonly body: { readonly monitoringEnabled?: boolean; readonly note?: string | null };
    }
  | { readonly do: 'remove'; readonly asset: string };

export interface Reply {
  readonly status: number;
  /** The asset of the item in the body; null without one. */
  readonly item: ItemView | null;
}

/** The members of a watchlist item that follow from the model. */
export type ItemView = Pick<
  WatchItem,
  'state' | 'stateReason' | 'intakeStatus' | 'monitoringEnabled' | 'note' | 'addedAt'
> & {
  readonly asset: string;
  readonly isDescribed: boolean;
};

/** Applies a request and returns the expected answer. */
export function write(holder: Holder, request: Write, at: number): Reply {
  const { asset } = request;
  if (request.do === 'update') {
    const { monitoringEnabled: enabled, note } = request.body;
    const given = { ...(enabled === undefined ? {} : { enabled }), ...(note === undefined ? {} : { note }) };
    const { code } = step(holder.list, { do: 'update', asset, ...given }, at);
    return code === null ? { status: 200, item: viewOf(holder, asset) } : notFound;
  }
  if (request.do === 'remove') {
    const { code } = step(holder.list, { do: 'remove', asset }, at);
    return code === null ? { status: 204, item: null } : notFound;
  }
  const { status, code } = step(holder.list, { do: 'add', asset, by: 'key', isPublic: request.isPublic }, at);
  if (code !== null) return code === 'not_found' ? notFound : { status: 409, item: null };
  if (status === 'accepted') holder.order = [asset, ...holder.order.filter((other) => other !== asset)];
  // As the command decided it: the intake does not know it yet.
  const item = viewOf(holder, asset);
  const intakeStatus = item.intakeStatus === null ? null : 'queued';
  return { status: status === 'accepted' ? 201 : 200, item: { ...item, intakeStatus } };
}

const notFound: Reply = { status: 404, item: null };

/** Ends the intake of an asset, if there is one. */
export function endIntake(
  holder: Holder,
  asset: string,
  outcome: 'ready' | 'partial' | 'unresolved',
  at: number,
): void {
  const { status } = step(holder.list, { do: 'finish', asset, outcome }, at);
  if (status === 'accepted')
    holder.notices.push({ asset, kind: `intake_${outcome}`, at: itemOf(holder, asset).changedAt });
}

export const setLimit = (holder: Holder, limit: number, at: number): void => {
  step(holder.list, { do: 'limit', limit }, at);
};

const itemOf = (holder: Holder, asset: string): ModelItem => {
  const item = holder.list.items.get(asset);
  if (item === undefined) throw new Error(`the model has no item of ${asset}`);
  return item;
};

function viewOf(holder: Holder, asset: string): ItemView {
  const { state, paused, note, addedAt } = itemOf(holder, asset);
  return {
    asset,
    isDescribed: state !== 'gathering',
    state,
    stateReason: state === 'unresolved' ? 'unsupported_chain' : null,
    // No chain answers in the model.
    intakeStatus: state === 'gathering' ? 'fetching' : null,
    monitoringEnabled: !paused,
    note,
    addedAt,
  };
}

const isListed = (holder: Holder, asset: string): boolean => holder.list.items.get(asset)?.listed === true;

/** The expected answer of `GET /me/watchlist`. */
export const listOf = (
  holder: Holder,
): { readonly items: readonly ItemView[]; readonly limit: number; readonly used: number } => ({
  items: holder.order.filter((asset) => isListed(holder, asset)).map((asset) => viewOf(holder, asset)),
  limit: holder.list.limit,
  used: usedOf(holder.list),
});

export interface FeedQuery {
  readonly days: number;
  /** Empty: all. */
  readonly categories: readonly string[];
  /** Assets of the requested items; empty for all. */
  readonly assets: readonly string[];
  readonly severities: readonly Severity[];
  readonly directions: readonly Direction[];
  readonly newOnly: boolean;
  readonly showAll: boolean;
  readonly by: FeedTime;
  readonly sort: FeedOrder;
}

export interface FeedItem {
  readonly id: string;
  readonly asset: string;
  readonly revision: number;
  readonly isNew: boolean;
  readonly confirmed: boolean;
  readonly group: readonly string[];
}

/** The expected feed (conformance B-26, B-27, B-41, B-54, PE-5, B-58, B-64). */
export function feedOf(
  holder: Holder,
  changes: readonly ModelChange[],
  query: FeedQuery,
  now: number,
): readonly FeedItem[] {
  const isNew = (change: ModelChange): boolean =>
    !change.lowSignal && (reachedAt(holder, change) ?? 0) > holder.list.createdAt;
  const rank = ({ direction, severity }: ModelChange): number => {
    if (query.sort === 'severity') return termsOf('severity').indexOf(severity);
    return query.sort === 'impact' ? directions.indexOf(direction) : 0;
  };
  const windowAt = (change: ModelChange): number => (query.by === 'known' ? change.knownAt : change.detectedAt);
  const orderedAt = (change: ModelChange): number => (query.sort === 'severity' ? change.knownAt : windowAt(change));
  return changes
    .filter((change) => isListed(holder, change.asset) && isVisible(holder, change))
    .filter((change) => windowAt(change) >= now - query.days * day)
    .filter(({ category }) => query.categories.length === 0 || query.categories.includes(category))
    .filter(({ severity }) => query.severities.length === 0 || query.severities.includes(severity))
    .filter(({ direction }) => query.directions.length === 0 || query.directions.includes(direction))
    .filter(({ asset }) => query.assets.length === 0 || query.assets.includes(asset))
    .filter(({ lowSignal }) => query.showAll || !lowSignal)
    .filter((change) => !query.newOnly || (change.confirmed && isNew(change)))
    .sort((a, b) => rank(a) - rank(b) || orderedAt(b) - orderedAt(a) || (a.id < b.id ? 1 : -1))
    .map((change) => ({
      id: change.id,
      asset: change.asset,
      revision: change.revision,
      isNew: isNew(change),
      confirmed: change.confirmed,
      group: changes
        .filter(({ groupId }) => groupId === change.groupId)
        .map(({ id }) => id)
        .sort(),
    }));
}

const becameKnownAt = ({ detectedAt, notableAt }: ModelChange): number => Math.max(detectedAt, notableAt ?? detectedAt);

const isVisible = (holder: Holder, change: ModelChange): boolean => reachedAt(holder, change) !== null;

/** The last time at which a change was not hidden: of its detection, or of its notability. */
function reachedAt(holder: Holder, { asset, detectedAt, notableAt }: ModelChange): number | null {
  const item = itemOf(holder, asset);
  if (notableAt !== null && !isHidden(item, notableAt)) return notableAt;
  return isHidden(item, detectedAt) ? null : detectedAt;
}

export interface NoticeView {
  readonly about: string;
  readonly asset: string;
  readonly createdAt: number;
}

/** The expected inbox, newest first (conformance B-85 … B-91); notifications of the same time by their subject. */
export function inboxOf(holder: Holder, changes: readonly ModelChange[]): readonly NoticeView[] {
  const notable = changes.filter(
    (change) =>
      change.notableAt !== null &&
      holder.list.items.has(change.asset) &&
      becameKnownAt(change) >= itemOf(holder, change.asset).addedAt &&
      !isHidden(itemOf(holder, change.asset), change.notableAt),
  );
  const ofChanges = notable.map(
    (change): NoticeView => ({ about: change.id, asset: change.asset, createdAt: becameKnownAt(change) }),
  );
  const intakes = holder.notices.map(({ asset, kind, at }): NoticeView => ({ about: kind, asset, createdAt: at }));
  return [...ofChanges, ...intakes].sort(byTimeThenSubject);
}

export const byTimeThenSubject = (a: NoticeView, b: NoticeView): number =>
  b.createdAt - a.createdAt || (`${a.about} ${a.asset}` < `${b.about} ${b.asset}` ? -1 : 1);
