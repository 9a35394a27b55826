import type { Change, HiddenInterval } from '../../../schemas/generated/records.ts';
import { type DetectedChange, type StreamsState, wantedKey } from '../worlds/streams/streams-state.ts';
import type { OpenedInterval, TenantFacts } from './tenant-facts.ts';

/** The times at which a change may reach a tenant: it is detected, it becomes notable. */
const timesOf = ({ detectedAt, notableAt }: Change): readonly number[] =>
  notableAt === null ? [detectedAt] : [detectedAt, notableAt];

const hides = ({ from, to }: HiddenInterval, time: number): boolean => time >= from && (to === null || time < to);

/** Intervals that hide what happens to an asset at a time from a tenant. */
const hidingAt = (
  { intervals }: TenantFacts,
  tenantId: string,
  assetId: string,
  time: number,
): readonly OpenedInterval[] =>
  (intervals.get(tenantId) ?? []).filter(({ interval }) => interval.assetId === assetId && hides(interval, time));

/** Whether each time at which a change could reach a tenant is hidden, by intervals that count. */
const isHidden = (
  facts: TenantFacts,
  tenantId: string,
  change: Change,
  counts: (opened: OpenedInterval) => boolean = () => true,
): boolean => timesOf(change).every((time) => hidingAt(facts, tenantId, change.assetId, time).some(counts));

/** Whether a tenant must be notified of a change that it must receive. */
export function isNotified(facts: TenantFacts, tenantId: string, { assetId, detectedAt, notableAt }: Change): boolean {
  const addedAt = facts.addedAt.get(wantedKey(tenantId, assetId)) ?? Infinity;
  if (notableAt === null || Math.max(detectedAt, notableAt) < addedAt) return false;
  return hidingAt(facts, tenantId, assetId, notableAt).length === 0;
}

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

/**
 * Whether a change was hidden when it was read, although no interval hides it any more: the clock of a process was set back, and
 * by that clock the pause or removal of its time, which ended after it, ended before it began.
 */
const wasPassedOver = (
  { clockSetBackAt, acknowledgedAt }: StreamsState,
  { intervals }: TenantFacts,
  tenantId: string,
  { change, startedAt }: DetectedChange,
): boolean =>
  (intervals.get(tenantId) ?? []).some(
    ({ interval: { assetId, from, to }, closedBy }) =>
      assetId === change.assetId &&
      to !== null &&
      timesOf(change).some((time) => time >= from && time >= to) &&
      startedAt <= (acknowledgedAt.get(closedBy ?? '') ?? Infinity) &&
      clockSetBackAt.some((at) => at <= (acknowledgedAt.get(closedBy ?? '') ?? Infinity)),
  );

/**
 * Whether the log had the change before the command that ended its hiding: the disk held the command up, whose time is earlier.
 * A reader of changes decided without it.
 */
const wasResumedLater = (
  { intervals, commands }: TenantFacts,
  tenantId: string,
  { change, commandsUpTo }: DetectedChange,
): boolean =>
  (intervals.get(tenantId) ?? []).some(({ interval: { assetId, from }, closedBy }) => {
    const place = commands.get(closedBy ?? '');
    if (place === undefined || assetId !== change.assetId) return false;
    return timesOf(change).some((time) => time >= from) && place.offset >= (commandsUpTo[place.partition] ?? 0);
  });

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
      !isHidden(facts, tenantId, change) &&
      !wasPassedOver(state, facts, tenantId, one) &&
      !wasResumedLater(facts, tenantId, one)
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
  const wasKnown = ({ openedBy }: OpenedInterval): boolean => (acknowledgedAt.get(openedBy) ?? Infinity) < startedAt;
  return isHidden(facts, tenantId, change, wasKnown) ? 'it came while the asset was paused or removed' : null;
}

/** Why a tenant must not be notified of a change; null if it may. */
export function whyNotNotified(
  state: StreamsState,
  facts: TenantFacts,
  tenantId: string,
  { change, startedAt }: DetectedChange,
): string | null {
  const { acknowledgedAt } = state;
  const { notableAt, assetId } = change;
  if (notableAt === null) return 'it is not notable';
  if (mayMissRows(state, startedAt)) return null;
  const isKnown = hidingAt(facts, tenantId, assetId, notableAt).some(
    ({ openedBy }) => (acknowledgedAt.get(openedBy) ?? Infinity) < startedAt,
  );
  return isKnown ? 'it became notable while the asset was paused or removed' : null;
}
