import { ownJson } from '../../../schemas/stored-value.ts';
import { createHash } from 'node:crypto';
import type { TopicName } from '../../../schemas/topics.ts';
import { type EngineEpoch, isSameEpoch, mergeEpochs } from './engine-epoch.ts';
import { sinkTables } from '../tables.ts';
import { hourMs } from '../../../schemas/values/durations.ts';

/** How far the tables of a partition are filled, which tables these are, and in which epoch of their engine. */
export interface Checkpoint {
  /** All rows below this offset have been inserted. */
  readonly next: number;
  /** All rows that a client may wait for have been inserted below this offset; `next` or more. */
  readonly shown: number;
  /** Tables and columns that were filled (see `tablesOf`). */
  readonly tables: string;
  /** Epoch of the engine in which the rows were inserted. */
  readonly life: EngineEpoch;
  /** Earlier positions, oldest first: one, or two that are at least `resendMs` apart. */
  readonly checkpoints: readonly EarlierPosition[];
  /** Below this offset, records that could not be processed have been parked. */
  readonly parkedUpTo: number;
  /** Highest offset below which any tables were filled: rows inserted again below it are not new to readers. */
  readonly reached: number;
}

interface EarlierPosition {
  /** When the position was reached, milliseconds. */
  readonly at: number;
  readonly next: number;
}

/** How far back the sink inserts again when the engine may have lost rows, milliseconds: longer than parts stay unsynced. */
export const resendMs = hourMs;

/** Identifies the tables and columns that a topic fills: a version that adds one has to read the topic again. */
export function tablesOf(topic: TopicName): string {
  const names = sinkTables[topic].map(({ table, columns }) => `${table}(${[...columns].sort().join()})`).sort();
  return createHash('sha256').update(names.join()).digest('hex').slice(0, 12);
}

export interface Target {
  readonly tables: string;
  readonly epoch: EngineEpoch;
  /** Whether a sink of another version may have filled the tables before. */
  readonly shared: boolean;
}

/** The offset below which all rows are certainly in the target's tables. */
function completeUpTo(checkpoint: Checkpoint, { tables, epoch, shared }: Target): number {
  // With a single sink, a migration has filled the columns that it added.
  if (shared && checkpoint.tables !== tables) return 0;
  if (isSameEpoch(checkpoint.life, epoch)) return checkpoint.next;
  const [earlier, later] = checkpoint.checkpoints;
  return later === undefined ? 0 : Math.min(checkpoint.next, earlier?.next ?? 0);
}

/** The checkpoint from which reading resumes: the furthest that the known ones allow. Any tables were once filled up to `reached`. */
export function resumeFrom(known: readonly Checkpoint[], reached: number, target: Target, now: number): Checkpoint {
  const { tables, epoch } = target;
  const [best = null] = known.toSorted((a, b) => completeUpTo(b, target) - completeUpTo(a, target));
  const next = best === null ? 0 : completeUpTo(best, target);
  const current = { at: now, next };
  const isResumed = best !== null && next > 0;
  const [earlier] = isResumed && best.checkpoints.length > 1 ? best.checkpoints : [];
  const ofEpoch = isResumed && isSameEpoch(best.life, epoch) ? best.checkpoints : [];
  const checkpoints = ofEpoch.length > 0 ? ofEpoch : earlier === undefined ? [current] : [earlier, current];
  // These tables may refuse a record that others accepted: it is then parked, perhaps a second time.
  const parked = known.filter((one) => one.tables === tables).map((one) => Math.max(one.next, one.parkedUpTo));
  return {
    next,
    shown: isResumed && next === best.next && isSameEpoch(best.life, epoch) ? Math.max(next, best.shown) : next,
    tables,
    checkpoints,
    life: best === null ? epoch : mergeEpochs(best.life, epoch),
    parkedUpTo: Math.max(0, ...parked),
    reached: Math.max(reached, ...known.map((one) => one.reached)),
  };
}

/** Positions after an insert; without `shown`, it is where all rows are inserted. */
export interface Progress {
  readonly next: number;
  readonly shown?: number | undefined;
}

/** The checkpoint at a later position. The engine was last seen in its epoch at `aliveAt`; both times in milliseconds. */
export function advance(checkpoint: Checkpoint, progress: Progress, now: number, aliveAt: number): Checkpoint {
  const { next } = progress;
  const shown = Math.max(next, progress.shown ?? checkpoint.shown);
  const further = { ...checkpoint, next, shown, reached: Math.max(checkpoint.reached, shown) };
  const last = checkpoint.checkpoints.at(-1);
  if (last !== undefined && aliveAt - last.at < resendMs) return further;
  return { ...further, checkpoints: [...(last === undefined ? [] : [last]), { at: now, next }] };
}

/** Whether an idle partition's earlier positions are older than necessary, so that too much would be inserted again. */
export function isDue({ next, checkpoints }: Checkpoint, aliveAt: number): boolean {
  const [earlier, later] = checkpoints;
  if (next <= (later === undefined ? 0 : (earlier?.next ?? 0))) return false;
  return aliveAt - ((later ?? earlier)?.at ?? 0) >= resendMs;
}

/** Stored with the position. */
export const encodeCheckpoint = (checkpoint: Checkpoint): Buffer => Buffer.from(JSON.stringify(checkpoint));

/** The checkpoint of a position, with which it is committed. Without one, no row is known to be in any tables. */
export function decodeCheckpoint(bytes: Buffer | undefined, next: number): Checkpoint {
  const stored = bytes === undefined ? null : ownJson<Checkpoint>(bytes);
  if (stored?.next === next) return stored;
  return { next, shown: next, tables: '', life: '', checkpoints: [], parkedUpTo: next, reached: next };
}

/** Commit metadata for the members of a group: it names the tables to which the committed offset applies. */
export const metadataOf = (tablesId: string, checkpoint: Checkpoint): string => {
  const { shown, tables, life, checkpoints, parkedUpTo, reached } = checkpoint;
  return JSON.stringify({ tablesId, shown, tables, life, checkpoints, parkedUpTo, reached });
};

/** The checkpoint in commit metadata; null if it is about other tables. */
export function fromMetadata(metadata: string, tablesId: string, next: number): Checkpoint | null {
  if (!metadata.startsWith('{')) return null;
  const { tablesId: ofGroup, ...rest } = ownJson<Omit<Checkpoint, 'next'> & { readonly tablesId: string }>(metadata);
  return ofGroup === tablesId ? { ...rest, next, reached: Math.max(next, rest.reached) } : null;
}
