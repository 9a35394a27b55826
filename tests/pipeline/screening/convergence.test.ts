import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../../pipeline/runtime/processor.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { OpenMatch, RegisterRow, SanctionsEntry, Subject } from '../../../schemas/generated/records.ts';
import { type Driver, drive, feeds, observationsIn } from './harness.ts';
import { entryStep, identifierSubject, rowStep, screened, type Step, steps } from './random-steps.ts';
import { runsOf } from '../../support/runs.ts';

interface Play<V> {
  readonly lastRows: ReadonlyMap<string, { readonly value: V; readonly time: number }>;
  readonly lastSubjects: ReadonlyMap<string, readonly Subject[]>;
}

/** Applies the steps; every row record is later than the one before. */
function play<V>(
  driver: { row: (value: V, time: number, offset?: number) => readonly unknown[] } & Pick<
    Driver<'register.rows'>,
    'subjects' | 'restart' | 'rematch'
  >,
  all: readonly Step<V>[],
  keyOf: (value: V) => string,
): Play<V> {
  const lastRows = new Map<string, { readonly value: V; readonly time: number }>();
  const lastSubjects = new Map<string, readonly Subject[]>();
  let last: { readonly value: V; readonly time: number; readonly offset: number } | undefined;
  for (const [index, step] of all.entries()) {
    const time = 100 + index * 50;
    if (step.kind === 'row') {
      const value = step.make(time);
      last = { value, time, offset: index };
      driver.row(value, time, index);
      lastRows.set(keyOf(value), { value, time });
    } else if (step.kind === 'subjects') {
      driver.subjects(step.assetId, step.subjects);
      lastSubjects.set(step.assetId, step.subjects);
    } else if (step.kind === 'restart') {
      assert.equal(driver.restart(), [], 'a full re-match of current matches emits nothing');
    } else if (last !== undefined) {
      assert.equal(
        driver.row(last.value, last.time, last.offset),
        [],
        'a record that is delivered twice emits nothing',
      );
    }
  }
  assert.equal(driver.rematch(), []);
  return { lastRows, lastSubjects };
}

/** Open matches in the form that must agree: without `news` and event time, which depend on the order of events. */
const comparable = (matches: readonly OpenMatch[]): readonly unknown[] =>
  matches.map(({ eventTime: _eventTime, emitted, ...identity }) => ({
    ...identity,
    emitted: Object.fromEntries(
      Object.entries(emitted).map(([field, text]) => [field, text.replace(/"news":(?:true|false),/, '')]),
    ),
  }));

test('screen: any interleaving converges to the open matches of a full re-match from scratch', () => {
  fc.assert(
    fc.property(steps(entryStep, screened), (all) => {
      const driver = drive(createScreen({ feeds }));
      const { lastRows, lastSubjects } = play(driver, all, ({ entryId }) => entryId);
      const scratch = drive(createScreen({ feeds }));
      for (const { value, time } of lastRows.values()) scratch.row(value, time);
      for (const [assetId, subjects] of lastSubjects) scratch.subjects(assetId, subjects);
      for (const key of lastRows.keys()) {
        assert.equal(comparable(driver.matches(`list:${key}`)), comparable(scratch.matches(`list:${key}`)));
      }
    }),
    { numRuns: runsOf(300) },
  );
});

test('screen: no observation is emitted twice, and a full re-screen of current rows emits nothing', () => {
  fc.assert(
    fc.property(steps(entryStep, screened), (all) => {
      const driver = drive(createScreen({ feeds }));
      const ids: string[] = [];
      const keep = (outputs: readonly Output[]): readonly Output[] => {
        ids.push(...observationsIn(outputs).map(({ id }) => id));
        return outputs;
      };
      play(
        {
          ...driver,
          row: (value: SanctionsEntry, time, offset) => keep(driver.row(value, time, offset)),
          subjects: (assetId, subjects) => keep(driver.subjects(assetId, subjects)),
        },
        all,
        ({ entryId }) => entryId,
      );
      assert.is(new Set(ids).size, ids.length);
      assert.equal(driver.restart(), []);
    }),
    { numRuns: runsOf(300) },
  );
});

test('attribute: any interleaving converges to the open matches of a full re-match from scratch', () => {
  fc.assert(
    fc.property(steps(rowStep, identifierSubject), (all) => {
      const driver = drive(createAttribute({ registers: feeds }));
      const { lastRows, lastSubjects } = play(driver, all, ({ rowId }) => rowId);
      const scratch = drive(createAttribute({ registers: feeds }));
      for (const [assetId, subjects] of lastSubjects) scratch.subjects(assetId, subjects);
      for (const { value, time } of lastRows.values()) scratch.row(value, time);
      for (const key of lastRows.keys()) {
        assert.equal(comparable(driver.matches(`register:${key}`)), comparable(scratch.matches(`register:${key}`)));
      }
    }),
    { numRuns: runsOf(300) },
  );
});

test('attribute: no observation is emitted twice: a value that returns is a new observation', () => {
  fc.assert(
    fc.property(steps(rowStep, identifierSubject), (all) => {
      const driver = drive(createAttribute({ registers: feeds }));
      const ids: string[] = [];
      const keep = (outputs: readonly Output[]): readonly Output[] => {
        ids.push(...observationsIn(outputs).map(({ id }) => id));
        return outputs;
      };
      play(
        {
          ...driver,
          row: (value: RegisterRow, time, offset) => keep(driver.row(value, time, offset)),
          subjects: (assetId, subjects) => keep(driver.subjects(assetId, subjects)),
        },
        all,
        ({ rowId }) => rowId,
      );
      assert.is(new Set(ids).size, ids.length);
    }),
    { numRuns: runsOf(300) },
  );
});

test('a match is never older than its row and its subject, and never goes back in time', () => {
  fc.assert(
    fc.property(steps(rowStep, identifierSubject), (all) => {
      const driver = drive(createAttribute({ registers: feeds }));
      const times = new Map<string, number>();
      play(
        {
          ...driver,
          row: (value: RegisterRow, time, offset) => {
            const outputs = driver.row(value, time, offset);
            for (const { assetId, observedAt, field } of observationsIn(outputs)) {
              assert.ok(observedAt >= time);
              const key = `${assetId} ${value.rowId} ${field}`;
              const open = driver.matches(`register:${value.rowId}`).some((match) => match.assetId === assetId);
              assert.ok(observedAt >= (times.get(key) ?? 0) || !open);
              times.set(key, observedAt);
            }
            return outputs;
          },
        },
        all,
        ({ rowId }) => rowId,
      );
    }),
    { numRuns: runsOf(100) },
  );
});

test.run();
