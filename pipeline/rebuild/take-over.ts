import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chunk } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { decodeChunk, encodeOutput } from '../runtime/batch.ts';
import { type BroadcastFold, type BroadcastView, globalKey, globalPosition, heardIn } from '../runtime/broadcast.ts';
import { createOverlay, type Overlay, runtimePrefix } from '../runtime/overlay.ts';
import type { Input, KeyedState, Output } from '../runtime/processor.ts';
import type { RuntimeDeps, Supervision } from '../runtime/role.ts';
import { commitHeld, type Given } from './given-out.ts';
import { pagesOf, rangeOf } from './pages.ts';
import type { VersionedState } from './versions.ts';

/** There while a partition holds rows, or words of others, that it was not compared with the view after. */
export const takenKey = `${runtimePrefix}taken`;
/** Offset up to which the outputs of a partition were read for what was said. */
const saidKey = `${runtimePrefix}said`;

export interface TakeOver<T extends TopicName, G extends TopicName> {
  readonly deps: Pick<RuntimeDeps, 'log' | 'codec'>;
  readonly fold: BroadcastFold<T, G>;
  readonly view: BroadcastView<T, G>;
  readonly state: VersionedState;
  readonly supervision: Supervision;
  readonly partition: number;
  readonly given: Given;
  /** Next offset of each partition of the globals that is not in the view yet. */
  readonly read: ReadonlyMap<number, number>;
}

/**
 * Brings a partition whose rows are all taken in up to the view: what others said of it is read from the log, and what is
 * still to be said is said. False when it became somebody else's meanwhile.
 *
 * `exact` means that the state is that of the one who said everything on the log, so that it can go on where it was: globals
 * one by one, in log order. Else it goes on where the one before it has told to be. Where that is not where it was, because
 * it died before it could tell, the globals in between are taken together, and only what they amount to is said.
 */
export async function takeOver<T extends TopicName, G extends TopicName>(context: TakeOver<T, G>): Promise<boolean> {
  const { view, fold, state, partition, given, read } = context;
  const { store } = state;
  const { assignment } = given;
  const steps = createSteps(context);
  const isAlone = !assignment.shared || assignment.kept;
  const isTaken = (): boolean => store.get(partition, takenKey) !== undefined;
  if (view.said !== undefined && (isTaken() || !isAlone)) await steps.readSaid(view.said);
  const exact = !isTaken() && (isAlone || view.said !== undefined);
  const globals = [...read.keys()];
  const heard = (at: number): number => globalPosition(store, partition, at);
  const end = (at: number): number => read.get(at) ?? 0;

  const { takeGlobal, settle } = view;
  if (takeGlobal !== undefined && !exact) {
    const note = assignment.committed?.note ?? '';
    const told = (at: number): number => Math.max(state.heardUpTo(partition, at), heardIn(note, at));
    const take = (record: Input<G>) => (own: KeyedState) => {
      takeGlobal(record)(own);
      return [];
    };
    await steps.globals(fold.global, (at) => Math.min(told(at), end(at)), take);
    if (settle !== undefined && saysSomething(settle(createOverlay(store, partition), false))) {
      await steps.globals(fold.global, end, take);
    }
  }
  const hasNothingNew = assignment.kept && exact && globals.every((at) => heard(at) === end(at));
  const isDue = takeGlobal === undefined ? !hasNothingNew : !exact;
  if (settle !== undefined && isDue) await steps.settle((own) => settle(own, exact));
  if (takeGlobal !== undefined) {
    const { update } = fold.open();
    await steps.globals(fold.global, end, update);
  }
  return steps.finish(globals, end);
}

const saysSomething = (slices: Iterable<readonly Output[]>): boolean => {
  for (const slice of slices) if (slice.length > 0) return true;
  return false;
};

type React<G extends TopicName> = (record: Input<G>) => (state: KeyedState) => readonly Output[];

function createSteps<T extends TopicName, G extends TopicName>({
  deps: { log, codec },
  state: { store },
  supervision,
  partition,
  given,
}: TakeOver<T, G>) {
  const { assignment } = given;
  /** Commits what the overlay holds, unless the partition is somebody else's by now. */
  const commit = async (overlay: Overlay, outputs: readonly Output[]): Promise<void> => {
    overlay.keep();
    const writes = overlay.writes();
    const records = outputs.map((output) => encodeOutput(codec, output));
    if (writes.size > 0 || records.length > 0) {
      await commitHeld(supervision, store, given, { partition, writes, positions: [], outputs: records });
    }
    overlay.committed();
  };

  const prepare = ({ records }: Chunk): Promise<void> =>
    supervision.retry(() => codec.prepare(records.map((record) => record.value)));

  return {
    /** Takes in what was said since this was read last, its own words too; marks the partition when that changes anything. */
    readSaid: async ({ topic, apply }: { topic: TopicName; apply: (state: KeyedState, output: never) => void }) => {
      const { low, end } = await supervision.retry(() => rangeOf(log, topic, partition));
      const from = Math.max(low, Number(store.get(partition, saidKey)?.toString('utf8') ?? 0));
      const overlay = createOverlay(store, partition);
      for await (const page of pagesOf(log, { topic, partition, from, end })) {
        if (!assignment.holds()) return;
        await prepare(page);
        for (const output of decodeChunk(codec, page)) apply(overlay, output as never);
        overlay.keep();
      }
      const writes = [...overlay.writes()];
      if (writes.some(([key, value]) => differs(store, partition, key, value))) overlay.put(takenKey, true);
      overlay.put(saidKey, end);
      await commit(overlay, []);
    },
    /** Has the partition hear of the globals it has not heard of, up to `end`. */
    globals: async (topic: G, end: (at: number) => number, react: React<G>): Promise<void> => {
      for (let at = 0; at < log.partitionsOf(topic); at += 1) {
        const from = globalPosition(store, partition, at);
        for await (const page of pagesOf(log, { topic, partition: at, from, end: end(at) })) {
          if (!assignment.holds()) return;
          await prepare(page);
          const overlay = createOverlay(store, partition);
          const outputs: Output[] = [];
          for (const record of decodeChunk<G>(codec, page)) {
            outputs.push(...react(record)(overlay));
            overlay.keep();
          }
          overlay.put(globalKey(at), (page.records.at(-1)?.offset ?? -1) + 1);
          await commit(overlay, outputs);
        }
      }
    },
    settle: async (slices: (state: KeyedState) => Iterable<readonly Output[]>): Promise<void> => {
      const overlay = createOverlay(store, partition);
      for (const outputs of slices(overlay)) {
        if (!assignment.holds()) return;
        await commit(overlay, outputs);
        // A long comparison without news must not keep beats and other roles of this thread from running.
        await nextTurn();
      }
      await commit(overlay, []);
    },
    finish: async (globals: readonly number[], end: (at: number) => number): Promise<boolean> => {
      const overlay = createOverlay(store, partition);
      for (const at of globals) if (end(at) > globalPosition(store, partition, at)) overlay.put(globalKey(at), end(at));
      if (store.get(partition, takenKey) !== undefined) overlay.delete(takenKey);
      await commit(overlay, []);
      return assignment.holds();
    },
  };
}

function differs(store: StateStore, partition: number, key: string, value: Buffer | null): boolean {
  const stored = store.get(partition, key);
  if (stored === undefined || value === null) return (stored === undefined) !== (value === null);
  return !stored.equals(value);
}
