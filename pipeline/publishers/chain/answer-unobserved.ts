import type { Assignment } from '../../../infra/log/log.ts';
import type { StateCommit } from '../../../infra/state/store.ts';
import { passParked } from './pass-parked.ts';
import { createParkedByHand } from '../../runtime/partitions/read-parkings.ts';
import { openVersioned } from '../../runtime/partitions/versions.ts';
import { type RunningProcessor, type RuntimeDeps, stopAll, supervise } from '../../runtime/role.ts';
import { type AnswerDeps, answersTo, declaredIn, type CommitAssets, reconsidered } from './unobserved-assets.ts';

/** Name of the consumer, its group and its state. */
const name = 'chains';
const input = 'registry.assets';
const stateVersion = 1;
const chunkRecords = 500;

/**
 * Answers for every asset that no provider is asked about: its chain has none, or there is nothing to read. The capture and
 * the note that the asset is answered are one commit. When a provider was removed, its assets are answered at the next start.
 * State that was lost is made again; an answer that is given twice changes nothing.
 */
export async function answerUnobserved(deps: RuntimeDeps & AnswerDeps): Promise<RunningProcessor> {
  const supervision = supervise(deps, name);
  const { store, emittedUpTo } = await supervision.retry(() => openVersioned(deps, { name, input, stateVersion }));
  const assignments = new Map<number, Assignment>();
  const byHand = createParkedByHand(deps, { name, inputs: [input] }, supervision);
  const commit = async (
    partition: number,
    followed: CommitAssets,
    positions: StateCommit['positions'],
    passing: StateCommit['outputs'] = [],
  ): Promise<void> => {
    const answers = await supervision.retry(() => answersTo(deps, followed));
    const { writes } = answers;
    const outputs = [...answers.outputs, ...passing];
    // Another publisher owns the partition now, and answers.
    if (assignments.get(partition)?.isOwned() === false) return;
    await supervision.retry(() => store.commit({ partition, writes, positions, outputs }));
  };
  const consumption = deps.log.consume({
    topics: [input],
    group: name,
    maxRecords: chunkRecords,
    startAt: async (_, partition, assignment) => {
      assignments.set(partition, assignment);
      await byHand.load();
      const followed = { assets: reconsidered(store, partition, deps.isObserved), asOf: deps.clock() };
      if (followed.assets.length > 0) await commit(partition, followed, []);
      return store.position(input, partition) ?? 0;
    },
    offsetToCommit: (_, partition) => {
      const next = store.position(input, partition);
      return next === null ? null : { offset: next, metadata: '' };
    },
    onChunk: async (chunk) => {
      await byHand.follow();
      await supervision.retry(() => deps.codec.prepare(chunk.records.map(({ value }) => value)));
      const committed = assignments.get(chunk.partition)?.committed?.offset ?? 0;
      const answeredUpTo = Math.max(committed, emittedUpTo(chunk.partition));
      const next = (chunk.records.at(-1)?.offset ?? 0) + 1;
      const { rest, passing } = passParked(deps, { chunk, byHand, name, processedUpTo: answeredUpTo });
      const followed = declaredIn(deps, store, rest, answeredUpTo);
      await commit(chunk.partition, followed, [{ topic: input, partition: chunk.partition, next }], passing);
    },
  });
  deps.onHealth({ processor: name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await stopAll(consumption);
  };
  return { name, stop, done: supervision.outcome(consumption.done, stop) };
}
