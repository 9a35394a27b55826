import { createHash } from 'node:crypto';
import type { TopicName } from '../../../schemas/topics.ts';
import { type EngineEpoch, isSameEpoch, mergeEpochs } from './engine-epoch.ts';
import { sinkTables } from '../tables.ts';

/** How far the tables of a partition are filled, and for which tables and how surely that is said. */
export interface Checkpoint {
  /** Below this offset all rows are in the tables. */
  readonly next: number;
  /** Tables and columns that were filled (`tablesOf`). */
  readonly tables: string;
  /** Life of the engine in which that was so. */
  readonly life: EngineEpoch;
  /** Earlier ones, oldest first: one, or two that are at least `resendMs` apart. */
  readonly checkpoints: readonly EarlierPosition[];
  /** Below this offset, records that could not be processed were parked. */
  readonly parkedUpTo: number;
  /** Below this offset tables were once filled, whichever: what is inserted again is no news to readers. */
  readonly reached: number;
}

interface EarlierPosition {
  /** When it was taken, milliseconds. */
  readonly at: number;
  readonly next: number;
}

/** How far back the sink goes when the engine may have lost rows, milliseconds: longer than one keeps unsynced parts in memory. */
export const resendMs = 60 * 60 * 1000;

/** Names the tables and columns that a topic fills: a version with more of them has to read the topic again. */
export function tablesOf(topic: TopicName): string {
  const names = sinkTables[topic].map(({ table, columns }) => `${table}(${[...columns].sort().join()})`).sort();
  return createHash('sha256').update(names.join()).digest('hex').slice(0, 12);
}

export interface Target {
  readonly tables: string;
  readonly life: EngineEpoch;
  /** Whether a sink of another version may have filled what this one goes on with. */
  readonly shared: boolean;
}

/** Below which offset all rows are surely in the tables that are asked about. */
function completeUpTo(filled: Checkpoint, { tables, life, shared }: Target): number {
  // Where nobody else fills them, a migration has filled what it added.
  if (shared && filled.tables !== tables) return 0;
  if (isSameEpoch(filled.life, life)) return filled.next;
  const [earlier, later] = filled.checkpoints;
  return later === undefined ? 0 : Math.min(filled.next, earlier?.next ?? 0);
}

/** What holds when reading begins where the best of what is known allows. Tables, also others, were once filled up to `reached`. */
export function resumeFrom(known: readonly Checkpoint[], reached: number, asked: Target, now: number): Checkpoint {
  const { tables, life } = asked;
  const [best = null] = known.toSorted((a, b) => completeUpTo(b, asked) - completeUpTo(a, asked));
  const next = best === null ? 0 : completeUpTo(best, asked);
  const begun = { at: now, next };
  const goesOn = best !== null && next > 0;
  const [earlier] = goesOn && best.checkpoints.length > 1 ? best.checkpoints : [];
  const kept = goesOn && isSameEpoch(best.life, life) ? best.checkpoints : [];
  const checkpoints = kept.length > 0 ? kept : earlier === undefined ? [begun] : [earlier, begun];
  // What other tables took, these may refuse: then it is parked, once more perhaps.
  const parked = known.filter((one) => one.tables === tables).map((one) => Math.max(one.next, one.parkedUpTo));
  return {
    ...{ next, tables, checkpoints },
    life: best === null ? life : mergeEpochs(best.life, life),
    parkedUpTo: Math.max(0, ...parked),
    reached: Math.max(reached, ...known.map((one) => one.reached)),
  };
}

/** The same, further on. The engine was last seen in this life at `aliveAt`; both times in milliseconds. */
export function advance(filled: Checkpoint, next: number, now: number, aliveAt: number): Checkpoint {
  const further = { ...filled, next, reached: Math.max(filled.reached, next) };
  const last = filled.checkpoints.at(-1);
  if (last !== undefined && aliveAt - last.at < resendMs) return further;
  return { ...further, checkpoints: [...(last === undefined ? [] : [last]), { at: now, next }] };
}

/** Whether a partition that gets no records would be gone back in further than it has to. */
export function isDue({ next, checkpoints }: Checkpoint, aliveAt: number): boolean {
  const [earlier, later] = checkpoints;
  if (next <= (later === undefined ? 0 : (earlier?.next ?? 0))) return false;
  return aliveAt - ((later ?? earlier)?.at ?? 0) >= resendMs;
}

/** What is stored beside the position. */
export const encodeCheckpoint = (filled: Checkpoint): Buffer => Buffer.from(JSON.stringify(filled));

/** Null when it says nothing of this position: a version that does not keep it went on in between. */
export function decodeCheckpoint(bytes: Buffer, next: number): Checkpoint | null {
  const stored = JSON.parse(bytes.toString('utf8')) as Checkpoint;
  return stored.next === next ? stored : null;
}

/** What the members of a group tell each other beside the offset: an offset says nothing about other tables. */
export const metadataOf = (tablesId: string, { tables, life, checkpoints, parkedUpTo, reached }: Checkpoint): string =>
  JSON.stringify({ tablesId, tables, life, checkpoints, parkedUpTo, reached });

/** What a note tells of these tables; null when it is about others. Notes of earlier versions are the tables' id alone. */
export function fromMetadata(note: string, tablesId: string, next: number): Checkpoint | null {
  if (note === tablesId) return { next, tables: '', life: '', checkpoints: [], parkedUpTo: next, reached: next };
  if (!note.startsWith('{')) return null;
  const { tablesId: told, ...rest } = JSON.parse(note) as Omit<Checkpoint, 'next'> & { readonly tablesId: string };
  return told === tablesId ? { ...rest, next, reached: Math.max(next, rest.reached) } : null;
}
