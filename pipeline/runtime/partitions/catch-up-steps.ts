import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chunk } from '../../../infra/log/log.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { decodeChunk, encodeOutput } from '../batch.ts';
import type { BroadcastFold, BroadcastView } from '../broadcast.ts';
import { createOverlay, type Overlay, runtimePrefix } from '../overlay.ts';
import type { Input, KeyedState, Output, EmittedIn } from '../processor.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { commitIfOwned, type Assigned } from './assignments.ts';
import type { GlobalReader } from './global-reader.ts';
import { globalOffsetKey, globalOffset } from './global-offsets.ts';
import { pagesOf, rangeOf, readsOf } from './pages.ts';
import type { VersionedState } from './versions.ts';

/** There while a partition holds rows, or words of others, that it was not compared with the view after. */
export const uncomparedKey = `${runtimePrefix}taken`;
/** Offset up to which the outputs of a partition were read for what was said. */
const emittedReadKey = `${runtimePrefix}said`;

type AnyEmitted = Pick<EmittedIn<TopicName>, 'topic'> & {
  readonly apply: (state: KeyedState, output: never) => void;
  readonly rowOf: (output: never) => ReturnType<EmittedIn<TopicName>['rowOf']>;
};

interface Words {
  /** Offset below which every row was in hand when something was said. */
  readonly reached: number;
  /** Offset up to which they were read. */
  readonly end: number;
}

type React<G extends TopicName> = (record: Input<G>) => (state: KeyedState) => readonly Output[];

export interface CatchUp<T extends TopicName, G extends TopicName> {
  readonly deps: Pick<RuntimeDeps, 'log' | 'codec'>;
  readonly fold: BroadcastFold<T, G>;
  readonly view: BroadcastView<T, G>;
  readonly state: VersionedState;
  readonly supervision: Supervision;
  readonly partition: number;
  readonly given: Assigned;
  /** What is in the view. */
  readonly globals: GlobalReader;
  /** Others may have written for the partition, however it came to be this instance's. */
  readonly isLate: boolean;
}

/** What a take-over consists of. Each step may be done again; what it works out is written while the partition is held. */
export function createSteps<T extends TopicName, G extends TopicName>({
  deps: { log, codec },
  fold,
  view,
  state: { store },
  supervision,
  partition,
  given,
}: CatchUp<T, G>) {
  const { assignment } = given;
  const reads = readsOf(log, supervision, assignment);
  /** Commits what the overlay holds, unless the partition is somebody else's by now. */
  const commit = async (overlay: Overlay, outputs: readonly Output[]): Promise<void> => {
    overlay.keep();
    const writes = overlay.writes();
    const records = outputs.map((output) => encodeOutput(codec, output));
    if (writes.size > 0 || records.length > 0) {
      await commitIfOwned(supervision, store, given, { partition, writes, positions: [], outputs: records });
    }
    overlay.committed();
  };

  const prepare = ({ records }: Chunk): Promise<void> =>
    supervision.retry(() => codec.prepare(records.map((record) => record.value)));

  return {
    /** Takes in what was said since this was read last, its own words too; marks the partition when that changes anything. */
    readEmitted: async ({ topic, apply, rowOf }: AnyEmitted): Promise<Words> => {
      const { low, end } = await rangeOf(reads, topic, partition);
      const from = Math.max(low, Number(store.get(partition, emittedReadKey)?.toString('utf8') ?? 0));
      const overlay = createOverlay(store, partition);
      let reached = 0;
      for await (const page of pagesOf(reads, { topic, partition, from, end })) {
        await prepare(page);
        for (const output of decodeChunk(codec, page)) {
          apply(overlay, output as never);
          reached = Math.max(reached, (rowOf(output.value as never) ?? -1) + 1);
        }
        overlay.keep();
      }
      const writes = [...overlay.writes()];
      if (writes.some(([key, value]) => differs(store, partition, key, value))) overlay.put(uncomparedKey, true);
      await commit(overlay, []);
      return { reached, end };
    },
    /** Takes in rows below an offset without a word. They come again on the usual way, and are known then. */
    takeRows: async (end: number): Promise<void> => {
      const from = store.position(fold.input, partition) ?? 0;
      for await (const page of pagesOf(reads, { topic: fold.input, partition, from, end })) {
        await prepare(page);
        const overlay = createOverlay(store, partition);
        for (const row of decodeChunk<T>(codec, page)) {
          if (view.replay(overlay, row).kind === 'ok') overlay.keep();
          else overlay.discard();
        }
        overlay.put(uncomparedKey, true);
        await commit(overlay, []);
      }
    },
    /** Up to there, what was said need not be read again. Kept last: it is known from there up to where rows were dealt with. */
    storeEmitted: async (end: number): Promise<void> => {
      const overlay = createOverlay(store, partition);
      overlay.put(emittedReadKey, end);
      await commit(overlay, []);
    },
    /** Has the partition hear of the globals it has not heard of, up to `end`. */
    globals: async (topic: G, end: (at: number) => number, react: React<G>): Promise<void> => {
      for (let at = 0; at < log.partitionsOf(topic); at += 1) {
        const from = globalOffset(store, partition, at);
        for await (const page of pagesOf(reads, { topic, partition: at, from, end: end(at) })) {
          await prepare(page);
          const overlay = createOverlay(store, partition);
          const outputs: Output[] = [];
          for (const record of decodeChunk<G>(codec, page)) {
            outputs.push(...react(record)(overlay));
            overlay.keep();
          }
          overlay.put(globalOffsetKey(at), (page.records.at(-1)?.offset ?? -1) + 1);
          await commit(overlay, outputs);
        }
      }
    },
    reconcile: async (slices: (state: KeyedState) => Iterable<readonly Output[]>): Promise<void> => {
      const overlay = createOverlay(store, partition);
      for (const outputs of slices(overlay)) {
        if (!assignment.isOwned()) return;
        await commit(overlay, outputs);
        // A long comparison without news must not keep beats and other roles of this thread from running.
        await nextTurn();
      }
      await commit(overlay, []);
    },
    finish: async (globals: readonly number[], end: (at: number) => number): Promise<boolean> => {
      const overlay = createOverlay(store, partition);
      for (const at of globals)
        if (end(at) > globalOffset(store, partition, at)) overlay.put(globalOffsetKey(at), end(at));
      if (store.get(partition, uncomparedKey) !== undefined) overlay.delete(uncomparedKey);
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
