import type { TopicName } from '../../../schemas/topics.ts';
import { createOverlay } from '../overlay.ts';
import type { Input, KeyedState, Output } from '../processor.ts';
import { type CatchUp, createSteps, unreconciledKey } from './catch-up-steps.ts';
import { globalOffset, globalOffsetIn } from './global-offsets.ts';

/**
 * catchingUp → live, for a partition of a broadcast fold: reads the outputs that other owners emitted, then emits what is
 * missing. False if the partition was fenced meanwhile.
 *
 * A former owner may have emitted more than it committed: it died before the commit, or had read more global records. Its
 * outputs must not be compared with rows or global records older than those they were made from. So the view first reads to
 * the current end of the global topic. Then rows are replayed up to the last one that an emitted output names. Owners process
 * rows in log order, and their outputs are in that order, so every output of the replayed rows is on the log already. The rows
 * behind are processed as new ones, one by one.
 *
 * `exact` means that this state is the one that emitted the outputs on the log. It then continues where it was: global
 * records one by one, in log order. Otherwise it continues from the committed offsets. If the former owner died before it
 * could commit, the global records in between are applied together, and only their combined result is emitted.
 */
export async function catchUp<T extends TopicName, G extends TopicName>(context: CatchUp<T, G>): Promise<boolean> {
  const { view, fold, state, partition, assigned } = context;
  const { store } = state;
  const { assignment } = assigned;
  const steps = createSteps(context);
  const isSoleOwner = !context.hasZombieWrites && (!assignment.shared || assignment.retained);
  const isUnreconciled = (): boolean => store.get(partition, unreconciledKey) !== undefined;
  const readsEmitted = view.emitted !== undefined && (isUnreconciled() || !isSoleOwner);
  const emitted = readsEmitted ? await steps.readEmitted(view.emitted) : null;
  if (!isSoleOwner) await context.globals.toEnd(assigned);
  if (emitted !== null) {
    await steps.replayRows(emitted.rowsUpTo);
    await steps.storeEmitted(emitted.end);
  }
  const exact = !isUnreconciled() && (isSoleOwner || view.emitted !== undefined);

  const { replayGlobal, reconcile } = view;
  if (replayGlobal !== undefined && !exact) {
    const metadata = assignment.committed?.metadata ?? '';
    const committed = (at: number): number => Math.max(state.globalsUpTo(partition, at), globalOffsetIn(metadata, at));
    const replay = (record: Input<G>) => (own: KeyedState) => {
      replayGlobal(record)(own);
      return [];
    };
    await steps.applyGlobals(replay, committed);
    if (reconcile !== undefined && emitsAnything(reconcile(createOverlay(store, partition), false))) {
      await steps.applyGlobals(replay);
    }
  }
  const isUnchanged =
    assignment.retained &&
    exact &&
    [...context.globals.next].every(([at, end]) => globalOffset(store, partition, at) === end);
  const isDue = replayGlobal === undefined ? !isUnchanged : !exact;
  if (reconcile !== undefined && isDue) await steps.reconcile((own) => reconcile(own, exact));
  if (replayGlobal !== undefined) await steps.applyGlobals(fold.open().update);
  return steps.finish();
}

const emitsAnything = (slices: Iterable<readonly Output[]>): boolean => {
  for (const slice of slices) if (slice.length > 0) return true;
  return false;
};
