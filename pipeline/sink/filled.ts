import { createHash } from 'node:crypto';
import type { TopicName } from '../../schemas/topics.ts';
import { type EngineLife, isSameLife } from './engine-life.ts';
import { sinkTables } from './tables.ts';

/** How far the tables of a partition are filled, and for which tables and how surely that is said. */
export interface Filled {
  /** Below this offset all rows are in the tables. */
  readonly next: number;
  /** Tables and columns that were filled (`tablesOf`). */
  readonly tables: string;
  /** Life of the engine in which that was so. */
  readonly life: EngineLife;
  /** Earlier ones, oldest first: one, or two that are at least `resendMs` apart. */
  readonly checkpoints: readonly Checkpoint[];
  /** Below this offset, records that could not be processed were parked. */
  readonly parkedUpTo: number;
}

export interface Checkpoint {
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

export interface Asked {
  readonly tables: string;
  readonly life: EngineLife;
  /** Whether a sink of another version may have filled what this one goes on with. */
  readonly shared: boolean;
}

/** Below which offset all rows are surely in the tables that are asked about. */
export function sureUpTo(filled: Filled, { tables, life, shared }: Asked): number {
  // Where nobody else fills them, a migration has filled what it added.
  if (shared && filled.tables !== tables) return 0;
  if (isSameLife(filled.life, life)) return filled.next;
  const [earlier, later] = filled.checkpoints;
  return later === undefined ? 0 : Math.min(filled.next, earlier?.next ?? 0);
}

/** What holds when reading begins at `next`, as the best of what is known allows. */
export function beginAt(best: Filled | null, next: number, parkedUpTo: number, asked: Asked, now: number): Filled {
  const { tables, life } = asked;
  const begun = { at: now, next };
  const goesOn = best !== null && next > 0;
  const [earlier] = goesOn && best.checkpoints.length > 1 ? best.checkpoints : [];
  const kept = goesOn && isSameLife(best.life, life) ? best.checkpoints : [];
  const checkpoints = kept.length > 0 ? kept : earlier === undefined ? [begun] : [earlier, begun];
  return { next, tables, life, checkpoints, parkedUpTo };
}

/** The same, further on. */
export function advance(filled: Filled, next: number, now: number): Filled {
  const last = filled.checkpoints.at(-1);
  if (last !== undefined && now - last.at < resendMs) return { ...filled, next };
  return { ...filled, next, checkpoints: [...(last === undefined ? [] : [last]), { at: now, next }] };
}

/** What is stored beside the position. */
export const storedForm = ({ tables, life, checkpoints, parkedUpTo }: Filled): Buffer =>
  Buffer.from(JSON.stringify({ tables, life, checkpoints, parkedUpTo }));

export const fromStored = (bytes: Buffer, next: number): Filled => ({
  ...(JSON.parse(bytes.toString('utf8')) as Omit<Filled, 'next'>),
  next,
});

/** What the members of a group tell each other beside the offset: an offset says nothing about other tables. */
export const noteOf = (tablesId: string, { tables, life, checkpoints, parkedUpTo }: Filled): string =>
  JSON.stringify({ tablesId, tables, life, checkpoints, parkedUpTo });

/** What a note tells of these tables; null when it is about others. Notes of earlier versions are the tables' id alone. */
export function fromNote(note: string, tablesId: string, next: number): Filled | null {
  if (note === tablesId) return { next, tables: '', life: '', checkpoints: [], parkedUpTo: next };
  if (!note.startsWith('{')) return null;
  const { tablesId: told, ...rest } = JSON.parse(note) as Omit<Filled, 'next'> & { readonly tablesId: string };
  return told === tablesId ? { ...rest, next } : null;
}
