import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldFact } from '../../../../../pipeline/changes/families/disclosure/field/field-fact.ts';
import { factKey } from '../../../../../pipeline/changes/fact.ts';
import { verifyChange } from '../../../../../pipeline/changes/verify.ts';
import { bannedWords } from '../../../../../pipeline/text/style-check.ts';
import { disclosureFields } from '../../../../../schemas/fields/catalogue.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { at, declared, fold, memoryState, type MemoryState } from '../../builders.ts';
import { fieldFold, type Overrides, reading } from './field-harness.ts';
import { runsOf } from '../../../../support/runs.ts';

const runs = { numRuns: runsOf(150) } as const;

const letters = fc.constantFrom('A', 'A', 'A', 'B', 'B', 'C', '-');
const passages = fc.constantFrom<Overrides>({}, {}, {}, { quote: 'THE  FEE IS A' }, { quote: 'Ten.' }, { quote: null });
const sources = fc.constantFrom<Overrides>(
  {},
  {},
  {},
  { documentClass: 'pdf' },
  { extractionRule: 'ixbrl:Fee' },
  { sourceKey: 'whitepaper' },
  { sourceKey: 'chain:eip155:1', documentClass: null },
);
const lenses = fc.constantFrom<Overrides>({}, {}, {}, {}, { extractorVersion: '2' });
const bytes = fc.constantFrom<Overrides>(
  {},
  {},
  ...['b', 'c'].map((one) => ({ sourceHash: `sha256:${one.repeat(64)}` })),
);
const outcomes = fc.constantFrom<Overrides>(
  ...Array.from({ length: 12 }, () => ({})),
  { parseStatus: 'partial', value: null },
  { value: { bps: 'ten' } },
  { parseStatus: 'failed', value: null },
  { fetchOutcome: 'gone', value: null },
);

/** Readings of one field in few sources, in the order of their times: a few hours to a few days apart. */
const readingsOf = (...parts: readonly fc.Arbitrary<Overrides>[]): fc.Arbitrary<readonly Observation[]> =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40 }), letters, ...parts), { minLength: 1, maxLength: 25 })
    .map((steps) => {
      let hours = 0;
      return steps.map(([gap, letter, ...given]) => {
        hours += gap;
        return reading(hours, letter, Object.assign({}, ...given) as Overrides);
      });
    });

const readings = readingsOf(passages, sources, lenses, bytes, outcomes);
const believed = readingsOf(passages, sources, bytes);

test('the same readings give the same bytes, also from a state that went through JSON after each', () => {
  fc.assert(
    fc.property(readings, (log) => {
      const once = fieldFold();
      const expected = once.changes(...log);
      const twice = fieldFold();
      let state: MemoryState = twice.state;
      const changes: Change[] = [];
      for (const [index, one] of log.entries()) {
        changes.push(...fold(state, index + 2).changes(one));
        state = restored(state);
      }
      assert.is(JSON.stringify(changes), JSON.stringify(expected));
      assert.is(state.dump(), once.state.dump());
    }),
    runs,
  );
});

function restored(from: MemoryState): MemoryState {
  const state = memoryState();
  for (const [key, text] of JSON.parse(from.dump()) as [string, string][]) state.put(key, JSON.parse(text));
  return state;
}

test('readings that were applied before are harmless', () => {
  fc.assert(
    fc.property(readings, (log) => {
      const { changes, state } = fieldFold();
      changes(...log);
      const before = state.dump();
      for (const part of [log, log.slice(-5), log.slice(0, 5)]) assert.equal(changes(...part), []);
      assert.is(state.dump(), before);
    }),
    runs,
  );
});

test('readings in any order end in the same values', () => {
  const shuffled = believed.chain((log) =>
    fc.tuple(fc.constant(log), fc.shuffledSubarray([...log], { minLength: log.length })),
  );
  fc.assert(
    fc.property(shuffled, ([log, order]) => {
      const valuesAfter = (observations: readonly Observation[]): unknown => {
        const { changes, state } = fieldFold();
        changes(...observations);
        return log.map((one) => state.get<FieldFact>(factKey(one))?.value);
      };
      assert.equal(valuesAfter(order), valuesAfter(log));
    }),
    runs,
  );
});

test('a value between two equal readings of a text is never notable in the end', () => {
  // Minutes after the first reading of the other value, within 72 hours.
  const minutes = fc.uniqueArray(fc.integer({ min: 1, max: 72 * 60 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.constantFrom('A', '-'),
      fc.constantFrom('B', 'C'),
      minutes.map((some) => some.sort((a, b) => a - b).map((minute) => 10 + minute / 60)),
      (settled, other, times) => {
        const { changes } = fieldFold();
        const between = [10, ...times.slice(0, -1)].map((hours) => reading(hours, other));
        const raised = changes(reading(0, settled), ...between, reading(times.at(-1) ?? 0, settled));
        const last = raised.at(-1);
        assert.is(new Set(raised.map(({ id }) => id)).size, 1);
        assert.ok(last !== undefined && (last.lowSignal || last.disposition === 'superseded'));
        if (last.notableAt !== null) assert.match(last.explanation.headline, /^Withdrawn: /);
        else assert.ok(raised.every(({ notableAt }) => notableAt === null));
      },
    ),
    runs,
  );
});

test('an id is of one change, revisions count up, a notable change stays notable, and all ids can be recomputed', () => {
  fc.assert(
    fc.property(readings, (log) => {
      const newest = new Map<string, Change>();
      const all = [declared(at('2024-01-01'), { regimes: [] }), ...log];
      for (const change of fieldFold().changes(...log)) {
        const earlier = newest.get(change.id);
        assert.is(change.revision, (earlier?.revision ?? -1) + 1);
        if (earlier !== undefined) {
          assert.equal([change.detectedAt, change.groupId], [earlier.detectedAt, earlier.groupId]);
          if (earlier.notableAt !== null) assert.is(change.notableAt, earlier.notableAt);
          assert.ok(change.revisedAt > earlier.revisedAt);
        }
        if (change.notableAt === change.revisedAt) assert.ok(change.confirmed && !change.lowSignal);
        assert.is(verifyChange(change, all).ok, true, change.explanation.headline);
        newest.set(change.id, change);
      }
    }),
    runs,
  );
});

const withoutQuotations = (text: string): string => text.replaceAll(/“[^”]*”/g, '');

test('no sentence is empty, predicts or advises', () => {
  fc.assert(
    fc.property(readings, (log) => {
      for (const { title, detail, explanation, impact, assessment } of fieldFold().changes(...log)) {
        const { headline, what, whatDetail, whyItMatters } = explanation;
        for (const text of [
          title,
          detail,
          headline,
          what,
          whatDetail,
          whyItMatters,
          impact ?? '.',
          assessment.reason,
        ]) {
          assert.match(text, /\S/, headline);
          assert.not.match(text, /undefined|NaN|null|\[object|\{\w+\}/, headline);
          assert.equal(bannedWords(withoutQuotations(text)), [], text);
        }
      }
    }),
    { numRuns: runsOf(80) },
  );
});

test('no JSON value of any field crashes the fold or is parked', () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({ code: fc.constantFrom('other', 'none'), text: fc.string() }, { requiredKeys: ['code'] }),
    fc.record({ bps: fc.constantFrom('1', '2', '1e3', '-0') }),
  );
  const fields = fc.constantFrom(...disclosureFields.map(({ name, example }) => ({ name, example })));
  fc.assert(
    fc.property(fields, fc.array(fc.tuple(anything, fc.boolean()), { maxLength: 8 }), ({ name, example }, values) => {
      const { apply } = fieldFold();
      for (const [index, [value, isExample]] of values.entries()) {
        const given = isExample ? example : withoutLoneSurrogates(value);
        assert.is(apply(reading(index * 7, 'A', { field: name, value: given })).kind, 'ok');
      }
    }),
    { numRuns: runsOf(200) },
  );
});

const withoutLoneSurrogates = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .toWellFormed()
      .replaceAll(/\\ud[89a-f][0-9a-f]{2}/gi, '?'),
  ) as unknown;

test('the generated readings reach every outcome there is', () => {
  const outcomes = new Set<string>();
  for (const log of fc.sample(readings, { numRuns: 200, seed: 7 })) {
    for (const line of fieldFold().raised(...log))
      outcomes.add(line.replace(/^\S+ #\d+\.\d+ /, '').replace(/ since.*/, ''));
  }
  for (const outcome of [
    'value_added/added draft',
    'value_changed/changed confirmed material, notable',
    'value_changed/changed low suppressed',
    'value_changed/corrected withdrawn',
    'value_changed/restored low collapsed, notable',
    'value_corrected/corrected low suppressed',
    'value_removed/removed draft',
    'wording_changed/changed confirmed clarification',
    'wording_changed/changed confirmed editorial',
    'wording_changed/restored low collapsed',
  ]) {
    assert.ok(outcomes.has(outcome), `${outcome} is not among ${[...outcomes].sort().join('; ')}`);
  }
});

test.run();
