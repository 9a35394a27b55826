/** The join of registers and the fold of an asset together: `detect` compares the rows that are about the asset. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Fact } from '../../../pipeline/changes/fact.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import type { AssetSubjects, Change, Observation, RegisterRow } from '../../../schemas/generated/records.ts';
import { feeds, row as registerRow } from '../screening/harness.ts';
import { assetId, at, changesIn, declared, declaredParty, fold, lei, memoryState, subjectsIn } from './builders.ts';
import { runsOf } from '../../support/runs.ts';

const tokens = ['VP84J2JSS', 'D1PFLVZDZ', '8F9FV1RW0'] as const;
const otherLei = '96950001WI712W7PQG45';
const start = at('2026-01-01');

type Step =
  | { readonly kind: 'row'; readonly rowId: string; readonly given: Partial<RegisterRow>; readonly note: string }
  | { readonly kind: 'asset'; readonly dti: readonly string[]; readonly lei: string | null }
  /** The join emits its last observations again. */
  | { readonly kind: 'again' }
  /** The join reads the asset's subjects. */
  | { readonly kind: 'hear' };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .record({
          rowId: fc.constantFrom('r1', 'r2'),
          status: fc.constantFrom('listed', 'listed', 'listed', 'missing', 'removed'),
          lei: fc.constantFrom(lei, lei, otherLei, null),
          dtis: fc.uniqueArray(fc.constantFrom(...tokens), { maxLength: 2 }),
          note: fc.constantFrom('a', 'b', ''),
        })
        .map(({ rowId, note, ...given }): Step => ({ kind: 'row', rowId, given, note })),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({ dti: fc.uniqueArray(fc.constantFrom(...tokens), { maxLength: 2 }), lei: fc.constantFrom(lei, null) })
        .map((given): Step => ({ kind: 'asset', ...given })),
    },
    { weight: 3, arbitrary: fc.constant<Step>({ kind: 'hear' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'again' }) },
  ),
  { maxLength: 40 },
);

function play(all: readonly Step[]) {
  const view = createAttribute({ registers: feeds }).open();
  const joined = memoryState();
  const asset = fold();
  const rows = new Map<string, RegisterRow>();
  const changes: Change[] = [];
  const log: Observation[] = [];
  const unheard: AssetSubjects[] = [];
  let last: readonly Observation[] = [];
  let now = start;
  const take = (observations: readonly Observation[]): void => {
    const written = asset.outputs(...observations);
    log.push(...observations);
    unheard.push(...subjectsIn(written));
    changes.push(...changesIn(written));
  };
  const joinOutputs = (outputs: ReturnType<ReturnType<typeof view.update>>): void => {
    last = outputs.flatMap((output) => (output.topic === 'observations' ? [output.value] : []));
    take(last);
  };
  const hear = (): void => {
    for (const value of unheard.splice(0)) {
      joinOutputs(view.update({ topic: 'asset.subjects', partition: 0, offset: 0, timestamp: now, value })(joined));
    }
  };
  const declare = (dti: readonly string[], partyLei: string | null): void => {
    take([declaredParty(now, { lei: partyLei }), declared(now, { identifiers: { dti, ffg: [], isin: [] } })]);
  };
  declare([tokens[0]], lei);
  for (const step of all) {
    now += 60_000;
    if (step.kind === 'asset') declare(step.dti, step.lei);
    else if (step.kind === 'hear') hear();
    else if (step.kind === 'again') take(last);
    else {
      const columns = { ...registerRow('r').columns, dti: (step.given.dtis ?? []).join(' | '), note: step.note };
      const value = registerRow(step.rowId, { ...step.given, columns, asOf: now, firstSeenAt: start });
      rows.set(step.rowId, value);
      const input = { topic: 'register.rows', partition: 0, offset: now, timestamp: now, value } as const;
      const result = view.apply(joined, input);
      if (result.kind === 'park') throw new Error(result.reason);
      joinOutputs(result.outputs);
    }
  }
  while (unheard.length > 0) hear();
  return { rows, state: asset.state, changes, joined, log };
}

test('after any interleaving, `detect` compares exactly the cells of the rows that are about the asset', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { rows, state, joined } = play(all);
      for (const [rowId, row] of rows) {
        const open = joined.get<readonly unknown[]>(`match/register:${rowId}`) ?? [];
        const closed = state.get<boolean>(`closed\t${assetId}\t${rowId}`) === true;
        const note = state.get<Fact>(`fact\t${assetId}\tregister_row\t${rowId}\tnote\tregister:register`);
        if (open.length === 0) {
          assert.ok(closed || note === undefined, `${rowId} is not about the asset`);
          continue;
        }
        assert.is(closed, false, rowId);
        const stated = JSON.parse(note?.value ?? 'null') as { readonly text: string } | null;
        assert.equal([stated?.text ?? '', note?.ended], [row.columns['note'], undefined]);
      }
    }),
    { numRuns: runsOf(300) },
  );
});

test('no before and after spans a time in which the row was not about the asset', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { changes, log } = play(all);
      const placeOf = (id: string | null): number => log.findIndex((one) => one.id === id);
      for (const { subjectKey, oldObservationId, newObservationId } of changes.filter(
        ({ field }) => field === 'note',
      )) {
        const between = log.slice(placeOf(oldObservationId), placeOf(newObservationId));
        assert.not.ok(
          between.some((one) => one.subjectKey === subjectKey && /"nowNames"|"status":"removed"/.test(one.value ?? '')),
          'the row ended between the two readings',
        );
      }
    }),
    { numRuns: runsOf(300) },
  );
});

test.run();
