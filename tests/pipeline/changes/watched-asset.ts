import type { Output } from '../../../pipeline/runtime/processor.ts';
import type { Join } from '../../../pipeline/screening/join.ts';
import type { RowTopic } from '../../../pipeline/screening/join-rules.ts';
import type { Change, Observation, RegistryAsset, RegistryParty, Subject } from '../../../schemas/generated/records.ts';
import { changesIn, declared, declaredParty, fold, memoryState, subjectsIn } from './builders.ts';

/** One asset behind a join: rows in, the changes they cause out. */
export function watch<R extends RowTopic>(
  join: Join<R>,
  given: { readonly asset: Partial<RegistryAsset>; readonly party: Partial<RegistryParty>; readonly since: number },
) {
  const view = join.open();
  const joined = memoryState();
  const asset = fold();
  const log: Observation[] = [];
  let subjects: readonly Subject[] = [];
  let offset = 0;

  const take = (observations: readonly Observation[]): readonly Change[] => {
    const written: Output[] = [];
    for (const observation of observations) {
      log.push(observation);
      written.push(...asset.outputs(observation));
    }
    subjects = subjectsIn(written).at(-1)?.subjects ?? subjects;
    const matched = subjectsIn(written).flatMap((value) => {
      const record = { topic: 'asset.subjects', partition: 0, offset: 0, timestamp: given.since, value } as const;
      return observationsIn(view.update(record)(joined));
    });
    return [...changesIn(written), ...(matched.length === 0 ? [] : take(matched))];
  };
  take([declared(given.since, given.asset), declaredParty(given.since, given.party)]);
  return {
    log,
    /** What the registry declares from now on. */
    declare: take,
    subjects: (): readonly Subject[] => subjects,
    rows: (outputs: readonly Output[]): readonly Change[] =>
      outputs.flatMap((output) => {
        if (output.topic !== join.input) return [];
        const input = { ...output, partition: 0, offset: offset++ } as unknown as Parameters<typeof view.apply>[1];
        const result = view.apply(joined, input);
        if (result.kind === 'park') throw new Error(result.reason);
        return take(observationsIn(result.outputs));
      }),
  };
}

const observationsIn = (outputs: readonly Output[]): readonly Observation[] =>
  outputs.flatMap((one) => (one.topic === 'observations' ? [one.value] : []));
