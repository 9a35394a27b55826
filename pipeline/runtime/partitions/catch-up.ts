import type { TopicName } from '../../../schemas/topics.ts';
import { createOverlay } from '../overlay.ts';
import type { Input, KeyedState, Output } from '../processor.ts';
import { globalOffset, globalOffsetIn } from './global-offsets.ts';
import { createSteps, uncomparedKey, type CatchUp } from './catch-up-steps.ts';

/**
 * Brings a partition whose rows are all taken in up to the view: what others said of it is read from the log, and what is
 * still to be said is said. False when it became somebody else's meanwhile.
 *
 * Whoever had it before may have been further than it told: it died before it could, or was quicker. What it said must not be
 * compared with rows and globals that are older than those it looked at. So the view is first taken to where the globals end
 * now. And rows are taken in up to the last one that is known to have been in hand when something was said: rows are dealt
 * with in the order of the log, and words are on the log in that order, so whatever there was to say of them is there. The
 * rows behind are news, one by one.
 *
 * `exact` means that the state is that of the one who said everything on the log, so that it can go on where it was: globals
 * one by one, in log order. Else it goes on where the one before it has told to be. Where that is not where it was, because
 * it died before it could tell, the globals in between are taken together, and only what they amount to is said.
 */
export async function catchUp<T extends TopicName, G extends TopicName>(context: CatchUp<T, G>): Promise<boolean> {
  const { view, fold, state, partition, given } = context;
  const { store } = state;
  const { assignment } = given;
  const steps = createSteps(context);
  const isAlone = !context.isLate && (!assignment.shared || assignment.retained);
  const isTaken = (): boolean => store.get(partition, uncomparedKey) !== undefined;
  const emitted = view.emitted !== undefined && (isTaken() || !isAlone) ? await steps.readEmitted(view.emitted) : null;
  if (!isAlone) await context.globals.toEnd(given);
  if (emitted !== null) {
    await steps.takeRows(emitted.reached);
    await steps.storeEmitted(emitted.end);
  }
  const exact = !isTaken() && (isAlone || view.emitted !== undefined);
  const read = context.globals.next;
  const globals = [...read.keys()];
  const heard = (at: number): number => globalOffset(store, partition, at);
  const end = (at: number): number => read.get(at) ?? 0;

  const { replayGlobal, reconcile } = view;
  if (replayGlobal !== undefined && !exact) {
    const note = assignment.committed?.metadata ?? '';
    const told = (at: number): number => Math.max(state.globalsUpTo(partition, at), globalOffsetIn(note, at));
    const take = (record: Input<G>) => (own: KeyedState) => {
      replayGlobal(record)(own);
      return [];
    };
    await steps.globals(fold.global, (at) => Math.min(told(at), end(at)), take);
    if (reconcile !== undefined && emitsAnything(reconcile(createOverlay(store, partition), false))) {
      await steps.globals(fold.global, end, take);
    }
  }
  const hasNothingNew = assignment.retained && exact && globals.every((at) => heard(at) === end(at));
  const isDue = replayGlobal === undefined ? !hasNothingNew : !exact;
  if (reconcile !== undefined && isDue) await steps.reconcile((own) => reconcile(own, exact));
  if (replayGlobal !== undefined) {
    const { update } = fold.open();
    await steps.globals(fold.global, end, update);
  }
  return steps.finish(globals, end);
}

const emitsAnything = (slices: Iterable<readonly Output[]>): boolean => {
  for (const slice of slices) if (slice.length > 0) return true;
  return false;
};
