import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuseLost } from '../../../infra/log/lost-records.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import { encodeOutput } from '../batch.ts';
import type { BroadcastFold, BroadcastView } from '../broadcast.ts';
import { createOverlay, type Overlay, runtimePrefix } from '../overlay.ts';
import type { ParkedByHand } from '../parked-by-hand.ts';
import type { EmittedIn, Input, KeyedState, Output } from '../processor.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { type AssignedPartition, commitIfOwned } from './assignments.ts';
import { globalOffset, globalOffsetKey, type GlobalReader } from './global-offsets.ts';
import { createReader } from './reader.ts';
import type { VersionedState } from './versions.ts';

/** Present while the state has replayed rows, or outputs of others, and has not been compared with the view since. */
export const unreconciledKey = `${runtimePrefix}taken`;
/** Offset of the emitted topic up to which a partition has read its outputs. */
const emittedReadKey = `${runtimePrefix}said`;

type AnyEmitted = Pick<EmittedIn<TopicName>, 'topic' | 'notes'> & {
  readonly apply: (state: KeyedState, output: never) => void;
  readonly applyNewest?: (state: KeyedState, outputs: Iterable<never>) => void;
  readonly rowOf: (output: never) => ReturnType<EmittedIn<TopicName>['rowOf']>;
};

type React<G extends TopicName> = (record: Input<G>) => (state: KeyedState) => readonly Output[];

/** What an engine has opened for a fold. */
export interface FoldContext {
  readonly state: VersionedState;
  readonly supervision: Supervision;
  readonly byHand: ParkedByHand;
}

export interface CatchUp<T extends TopicName, G extends TopicName> extends FoldContext {
  readonly deps: Pick<RuntimeDeps, 'log' | 'codec'>;
  readonly fold: BroadcastFold<T, G>;
  readonly view: BroadcastView<T, G>;
  readonly partition: number;
  readonly assigned: AssignedPartition;
  /** What the view contains. */
  readonly globals: GlobalReader;
  /** A former owner has written for the partition since this instance last compared it. */
  readonly hasZombieWrites: boolean;
}

/** The steps of a catch-up. Each may run again from the start; each commits only while the partition is owned. */
export function createSteps<T extends TopicName, G extends TopicName>({
  deps,
  fold,
  view,
  state: { store },
  supervision,
  partition,
  assigned,
  globals,
  byHand,
}: CatchUp<T, G>) {
  const { assignment } = assigned;
  const reader = createReader(deps, supervision, assignment);
  const commit = async (overlay: Overlay, outputs: readonly Output[]): Promise<void> => {
    overlay.keep();
    const writes = overlay.writes();
    const records = outputs.map((output) => encodeOutput(deps.codec, output));
    if (writes.size > 0 || records.length > 0) {
      await commitIfOwned(supervision, store, assigned, { partition, writes, positions: [], outputs: records });
    }
    overlay.committed();
  };

  return {
    /**
     * Applies the outputs emitted since the last call, its own included, and marks the partition if that changes its state.
     * `rowsUpTo`: every row below was processed when one of these outputs was emitted. `end`: where reading ended.
     */
    readEmitted: async ({ topic, apply, applyNewest, rowOf, notes }: AnyEmitted) => {
      const keyOf: (value: never) => string = topics[topic].keyOf;
      const { low, end, lost } = await reader.range(topic, partition);
      const from = Math.max(low, Number(store.get(partition, emittedReadKey)?.toString('utf8') ?? 0));
      if (from === low) refuseLost(topic, { partition, low, lost }, 0);
      const overlay = createOverlay(store, partition);
      let rowsUpTo = 0;
      const newest = new Map<string, unknown>();
      for await (const { inputs } of reader.decoded({ topic, partition, from, end })) {
        for (const output of inputs) {
          apply(overlay, output as never);
          if (applyNewest !== undefined) newest.set(keyOf(output.value as never), output.value);
          rowsUpTo = Math.max(rowsUpTo, (rowOf(output.value as never) ?? -1) + 1);
        }
        overlay.keep();
      }
      applyNewest?.(overlay, newest.values() as Iterable<never>);
      overlay.keep();
      const isNote = (key: string): boolean => notes !== undefined && key.startsWith(notes);
      const writes = [...overlay.writes()].filter(([key]) => !isNote(key));
      if (writes.some(([key, value]) => differs(store, partition, key, value))) overlay.put(unreconciledKey, true);
      await commit(overlay, []);
      return { rowsUpTo, end };
    },
    /** Replays rows below an offset. The consumer delivers them once more; the fold knows them by then. */
    replayRows: async (end: number): Promise<void> => {
      const from = store.position(fold.input, partition) ?? 0;
      for await (const { inputs } of reader.decoded({ topic: fold.input, partition, from, end })) {
        const overlay = createOverlay(store, partition);
        for (const row of inputs) {
          if (byHand.hasPassed(row)) continue;
          if (view.replay(overlay, row).kind === 'ok') overlay.keep();
          else overlay.discard();
        }
        overlay.put(unreconciledKey, true);
        await commit(overlay, []);
      }
    },
    /** Stores where `readEmitted` ended, after `replayRows`: an interrupted catch-up has to read these outputs again. */
    storeEmitted: async (end: number): Promise<void> => {
      const overlay = createOverlay(store, partition);
      overlay.put(emittedReadKey, end);
      await commit(overlay, []);
    },
    /** Applies the global records that the view contains and the partition has not processed, below `limit`. */
    applyGlobals: async (react: React<G>, limit = (_: number): number => Infinity): Promise<void> => {
      for (const [at, read] of globals.next) {
        const [from, end] = [globalOffset(store, partition, at), Math.min(limit(at), read)];
        for await (const { inputs, next } of reader.decoded({ topic: fold.global, partition: at, from, end })) {
          const overlay = createOverlay(store, partition);
          const outputs: Output[] = [];
          for (const record of inputs) {
            if (byHand.requestFor(record) !== undefined) continue;
            outputs.push(...react(record)(overlay));
            overlay.keep();
          }
          overlay.put(globalOffsetKey(at), next);
          await commit(overlay, outputs);
        }
      }
    },
    reconcile: async (slices: (state: KeyedState) => Iterable<readonly Output[]>): Promise<void> => {
      const overlay = createOverlay(store, partition);
      for (const outputs of slices(overlay)) {
        if (!assignment.isOwned()) return;
        await commit(overlay, outputs);
        // A long comparison without outputs would otherwise block heartbeats and the other roles of this thread.
        await nextTurn();
      }
      await commit(overlay, []);
    },
    /** Returns whether the partition is still owned. */
    finish: async (): Promise<boolean> => {
      const overlay = createOverlay(store, partition);
      for (const [at, end] of globals.next) {
        if (end > globalOffset(store, partition, at)) overlay.put(globalOffsetKey(at), end);
      }
      if (store.get(partition, unreconciledKey) !== undefined) overlay.delete(unreconciledKey);
      await commit(overlay, []);
      return assignment.isOwned();
    },
  };
}

function differs(store: StateStore, partition: number, key: string, value: Buffer | null): boolean {
  const stored = store.get(partition, key);
  if (stored === undefined || value === null) return (stored === undefined) !== (value === null);
  return !stored.equals(value);
}
