import type { LogRecord } from '../../../../infra/log/log.ts';
import type { RuntimeDeps } from '../../../runtime/role.ts';
import { decodeChunk } from '../../../runtime/batch.ts';
import type { AssetMemory } from './assets/asset-memory.ts';
import type { RoundState } from './assets/round-state.ts';
import { hourMs } from '../../../../schemas/values/durations.ts';

/** A capture without a run for so long was parked or lost: what it states is stated again. */
const longestPendingMs = hourMs;

const topic = 'feed.runs';
const pageRecords = 500;

/** The store's position in `feed.runs`, whose partition is that of the captures. */
export interface RunPosition {
  next: number;
}

/**
 * Reads the runs that `ingest` wrote since the last call: what it accepted is stated, what it rejected is stated again by the
 * next round. Returns how many statements it rejected.
 */
export async function settlePending(
  { log, codec, clock }: Pick<RuntimeDeps, 'log' | 'codec' | 'clock'>,
  state: RoundState,
  feed: string,
  position: RunPosition,
): Promise<number> {
  const { partition } = state;
  const range = (await log.ranges(topic)).find((one) => one.partition === partition);
  const accepted = new Map<string, boolean>();
  let next = Math.max(position.next, range?.low ?? 0);
  for (const end = range?.end ?? 0; next < end; ) {
    const records: readonly LogRecord[] = await log.read({ topic, partition, from: next, maxRecords: pageRecords });
    if (records.length === 0) break;
    await codec.prepare(records.map(({ value }) => value));
    for (const { value } of decodeChunk<typeof topic>(codec, { topic, partition, records, end })) {
      if (value.feed === feed) accepted.set(value.captureId, value.status !== 'rejected');
    }
    next = (records.at(-1)?.offset ?? next) + 1;
  }
  const changed = new Map<string, AssetMemory>();
  let rejected = 0;
  for (const [captureId, assetIds] of state.pending()) {
    const isAccepted = accepted.get(captureId);
    for (const assetId of assetIds) {
      const memory = state.asset(assetId);
      const { pending } = memory;
      if (pending === null) continue;
      // A time so far ahead is that of a clock that was set back since.
      const isLost = isAccepted === undefined && Math.abs(clock() - pending.capturedAt) > longestPendingMs;
      if (isAccepted === undefined && !isLost) continue;
      if (isAccepted === false) rejected += 1;
      const { captureId: _, capturedAt: __, ...statement } = pending;
      const { unreadable: ___, ...known } = memory;
      changed.set(
        assetId,
        isAccepted === true ? { ...known, stated: statement, pending: null } : { ...memory, readAt: 0, pending: null },
      );
    }
  }
  if (changed.size > 0 || next !== position.next) {
    await state.commit({ assets: changed, positions: [{ topic, partition, next }] });
    position.next = next;
  }
  return rejected;
}
