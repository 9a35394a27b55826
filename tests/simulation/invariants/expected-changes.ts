import type { AccountEvent, HiddenInterval } from '../../../schemas/generated/records.ts';
import { commandKey } from '../worlds/accounts/accounts-state.ts';
import { partitions } from '../worlds/observer.ts';
import { type DetectedChange, type StreamsState, wantedKey } from '../worlds/streams/streams-state.ts';

/** An interval in which the changes of an asset are hidden from a tenant, and the command that opened it. */
interface OpenedInterval {
  readonly interval: HiddenInterval;
  readonly openedBy: string;
}

/** The state of the tenants by the account events on the log. */
export interface TenantFacts {
  /** By tenant. */
  readonly intervals: ReadonlyMap<string, readonly OpenedInterval[]>;
  /** Ended intakes by tenant: sequence by the id of the notification. */
  readonly notices: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** When an asset was added, by `wantedKey`, milliseconds of the program's clock. */
  readonly addedAt: ReadonlyMap<string, number>;
  /** The place that the log has of each webhook endpoint, by its id. */
  readonly places: ReadonlyMap<string, string>;
}

export function readTenantFacts({ observer, codec }: StreamsState): TenantFacts {
  const intervals = new Map<string, Map<string, OpenedInterval>>();
  const notices = new Map<string, Map<string, number>>();
  const addedAt = new Map<string, number>();
  const places = new Map<string, string>();
  const take = (event: AccountEvent): void => {
    const { tenantId, commandId, seq, notice, item, webhook } = event;
    const own = intervals.get(tenantId) ?? new Map<string, OpenedInterval>();
    intervals.set(tenantId, own);
    for (const interval of event.intervals) {
      const { openedBy = commandKey(tenantId, commandId) } = own.get(interval.intervalId) ?? {};
      own.set(interval.intervalId, { interval, openedBy });
    }
    const ended = notices.get(tenantId) ?? new Map<string, number>();
    if (notice !== null) ended.set(notice.noticeId, seq);
    notices.set(tenantId, ended);
    if (item !== null) addedAt.set(wantedKey(tenantId, item.assetId), item.addedAt);
    if (webhook?.endpoint !== undefined && webhook.endpoint !== null)
      places.set(webhook.endpoint.endpointId, webhook.endpoint.cursor);
  };
  for (const { value } of partitions.flatMap((partition) => observer.recordsOf('accounts.events', partition))) {
    if (value !== null) take(codec.decode('accounts.events', value));
  }
  return {
    intervals: new Map([...intervals].map(([tenantId, own]) => [tenantId, [...own.values()]])),
    notices,
    addedAt,
    places,
  };
}

const timesOf = ({ change }: DetectedChange): readonly number[] => {
  const confirmedAt = change.notableAt ?? (change.confirmed ? change.revisedAt : null);
  return confirmedAt === null ? [change.detectedAt] : [change.detectedAt, confirmedAt];
};

const hides = ({ from, to }: HiddenInterval, times: readonly number[]): boolean =>
  times.some((time) => time >= from && (to === null || time < to));

/** Intervals that hide a change from a tenant for good: it was detected or confirmed within them. */
const hiding = ({ intervals }: TenantFacts, tenantId: string, detected: DetectedChange): readonly OpenedInterval[] =>
  (intervals.get(tenantId) ?? []).filter(
    ({ interval }) => interval.assetId === detected.change.assetId && hides(interval, timesOf(detected)),
  );

/** The service has inserted the rows again that its own engine had lost, milliseconds after its end. */
const refilledMs = 2_000;

/**
 * Whether rows may have been missing when a change was read: what is read between a loss of rows and their next insert is not
 * read again. The service waits for the rows of its own engine, where the system has a boot to compare; a server that loses
 * rows is noticed late.
 */
const mayMissRows = ({ size, tables }: StreamsState, startedAt: number): boolean => {
  if (tables.lostParts === 0) return false;
  return size.embedded === 0 || (size.bootKnown === 0 && startedAt < tables.lostAt + refilledMs);
};

/** Changes that a tenant must receive which follows its stream since a time: on its list from before they came until the end. */
export function expectedChanges(
  state: StreamsState,
  facts: TenantFacts,
  tenantId: string,
  since: number,
): readonly DetectedChange[] {
  const { detected, listings } = state;
  return detected.filter((one, at) => {
    const { change, startedAt } = one;
    const isNewest = !detected.slice(at + 1).some(({ change: later }) => later.id === change.id);
    const isListed = listings.some(
      (listing) =>
        listing.tenantId === tenantId &&
        listing.assetId === change.assetId &&
        listing.since < startedAt &&
        listing.until === Infinity,
    );
    return (
      isNewest &&
      isListed &&
      startedAt > since &&
      !mayMissRows(state, startedAt) &&
      !change.lowSignal &&
      hiding(facts, tenantId, one).length === 0
    );
  });
}

/** Why a tenant must not receive a change; null if it may. */
export function whyForbidden(
  state: StreamsState,
  facts: TenantFacts,
  tenantId: string,
  detected: DetectedChange,
): string | null {
  const { acknowledgedAt, wanted, listings } = state;
  const { change, startedAt } = detected;
  if (change.lowSignal) return 'it is of low signal';
  const wantedAt = wanted.get(wantedKey(tenantId, change.assetId));
  if (wantedAt === undefined) return 'its tenant never watched the asset';
  if (mayMissRows(state, startedAt)) return null;
  const isRemoved = listings.some(
    ({ tenantId: of, assetId, removedAt }) =>
      of === tenantId && assetId === change.assetId && removedAt < startedAt && wantedAt < removedAt,
  );
  if (isRemoved) return 'the asset was removed before';
  const isHidden = hiding(facts, tenantId, detected).some(
    ({ openedBy }) => (acknowledgedAt.get(openedBy) ?? Infinity) < startedAt,
  );
  return isHidden ? 'it came while the asset was paused or removed' : null;
}
