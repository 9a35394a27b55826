import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { verifyChange } from '../../../pipeline/changes/verify.ts';
import { bannedWords } from '../../../pipeline/text/style-check.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { addresses, observationsOf } from './arbitraries.ts';
import {
  at,
  changesIn,
  declared,
  declaredAsset,
  fold,
  type MemoryState,
  observation,
  recordsIn,
  subjectsIn,
} from './builders.ts';
import { runsOf } from '../../support/runs.ts';

const since = declared(at('2024-01-01')).id;
const runs = { numRuns: runsOf(150) } as const;

test('the same observations give the same bytes, in batches of any size', () => {
  fc.assert(
    fc.property(observationsOf(since), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }), (log, sizes) => {
      const once = declaredAsset();
      const expected = JSON.stringify(once.outputs(...log));
      const { state } = declaredAsset();
      let done = 0;
      const outputs: unknown[] = [];
      for (const size of [...sizes, log.length]) {
        const chunk = log.slice(done, done + size);
        outputs.push(
          ...(JSON.parse(JSON.stringify(fold(copyOf(state, state), done + 2).outputs(...chunk))) as unknown[]),
        );
        done += chunk.length;
      }
      assert.is(JSON.stringify(outputs), expected);
      assert.is(state.dump(), once.state.dump());
    }),
    runs,
  );
});

// A fold that starts from the bytes of a state, as after a restart, and writes through to it.
const copyOf = (from: MemoryState, to: MemoryState): MemoryState => ({
  ...to,
  get: <V>(key: string) => {
    const stored = new Map(JSON.parse(from.dump()) as [string, string][]).get(key);
    return stored === undefined ? undefined : (JSON.parse(stored) as V);
  },
});

test('input that was applied before is harmless', () => {
  fc.assert(
    fc.property(observationsOf(since), (log) => {
      const { outputs, state } = declaredAsset();
      // Closed facts are deleted: observations about a departed subject are ignored by their `since`.
      const stable = log.filter(({ subjectKind }) => !['party', 'asset', 'authority'].includes(subjectKind));
      outputs(...stable);
      const before = state.dump();
      for (const part of [stable, stable.slice(-10), stable.slice(0, 10)]) assert.equal(outputs(...part), []);
      assert.is(state.dump(), before);
    }),
    runs,
  );
});

test('a change id and revision is written once, revisions count up, and every id can be recomputed', () => {
  fc.assert(
    fc.property(observationsOf(since), (log) => {
      const folding = declaredAsset();
      const written = changesIn(folding.outputs(...log));
      const revisions = new Map<string, number>();
      for (const { id, revision } of written) {
        assert.is(revision, (revisions.get(id) ?? -1) + 1);
        revisions.set(id, revision);
      }
      const all = [declared(at('2024-01-01')), ...log];
      for (const change of written) {
        const { observations, changeId, assessmentId, evidence } = verifyChange(change, all);
        assert.ok(changeId && assessmentId && evidence && observations.every(({ ok }) => ok), change.title);
      }
    }),
    runs,
  );
});

test('no sentence is empty, predicts, advises, or contains a value that is not text', () => {
  fc.assert(
    fc.property(observationsOf(since), (log) => {
      for (const change of changesIn(declaredAsset().outputs(...log))) {
        for (const [name, text] of sentencesOf(change)) {
          const where = `${change.explanation.kind} ${name}: ${JSON.stringify(text)}`;
          assert.not.match(text, /^\s*$/, where);
          assert.not.match(text, /undefined|NaN|null|Infinity|\[object|Invalid/, where);
          assert.not.match(
            text,
            /\{(register|row|date|label|Label|entity|before|after|list|subject|role|this)\}/,
            where,
          );
          assert.equal(bannedWords(text), [], where);
        }
      }
    }),
    { numRuns: runsOf(400) },
  );
});

function sentencesOf(change: Change): readonly (readonly [string, string])[] {
  const { explanation, assessment } = change;
  return Object.entries({
    title: change.title,
    detail: change.detail,
    headline: explanation.headline,
    what: explanation.what,
    whatDetail: explanation.whatDetail,
    label: explanation.field.label,
    meaning: explanation.field.meaning,
    stake: explanation.field.stake,
    previous: explanation.previous.value,
    current: explanation.current.value,
    whyItMatters: explanation.whyItMatters,
    impact: explanation.impact,
    reason: assessment.reason,
    holders: assessment.whatThisMeansForHolders,
    ...(change.before === null ? {} : { before: change.before }),
    ...(change.after === null ? {} : { after: change.after }),
    ...(explanation.current.note === null ? {} : { note: explanation.current.note }),
  });
}

test('confirmed, notable and low signal agree with each other', () => {
  fc.assert(
    fc.property(observationsOf(since), (log) => {
      for (const change of changesIn(declaredAsset().outputs(...log))) {
        const notableNow = change.confirmed && !change.lowSignal && change.disposition === 'shown';
        if (notableNow) assert.is.not(change.notableAt, null);
        if (change.notableAt !== null) assert.ok(change.notableAt <= change.revisedAt || change.revision > 0);
        if (change.lowSignal) assert.is(change.confirmed, false);
        assert.is(change.direction, change.assessment.direction);
        assert.ok(change.assessment.trail.length > 0);
      }
    }),
    runs,
  );
});

test('a change is known since the revision that gave it its state: open, confirmed or withdrawn', () => {
  const stateOf = ({ confirmed, disposition }: Change): string =>
    confirmed ? 'confirmed' : disposition === 'superseded' ? 'withdrawn' : 'open';
  fc.assert(
    fc.property(observationsOf(since), (log) => {
      const last = new Map<string, Change>();
      for (const change of changesIn(declaredAsset().outputs(...log))) {
        const before = last.get(change.id);
        last.set(change.id, change);
        const isSame = before !== undefined && stateOf(before) === stateOf(change);
        // A draft withdrawn by a reading that does not compare is suppressed: its record shows no other state.
        if (isSame && change.disposition === 'suppressed') continue;
        assert.is(change.knownAt, isSame ? before.knownAt : change.revisedAt);
      }
    }),
    runs,
  );
});

test('no JSON value and no text crashes the fold: it is applied or parked with a sentence', () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }).map((value) => canonicalOrNull(value)),
    fc.string(),
    fc.constant(null),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(addresses, anything, fc.integer({ min: 0, max: 5 })), { maxLength: 12 }),
      (readings) => {
        const { apply } = declaredAsset();
        for (const [[subjectKind, field, sourceKey], value, observedAt] of readings) {
          const made = observation({ subjectKind, field, sourceKey, value: 0, observedAt });
          const result = apply({ ...made, value, id: `${observedAt}${subjectKind}${value ?? ''}` });
          if (result.kind === 'park') assert.match(result.reason, /\w+ \w+/);
        }
      },
    ),
    { numRuns: runsOf(500) },
  );
});

test('no value with one invalid member crashes the fold', () => {
  const spoilt = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.constant([]), fc.constant({}), fc.boolean());
  fc.assert(
    fc.property(observationsOf(since), fc.array(fc.tuple(fc.nat(), spoilt), { maxLength: 40 }), (log, damage) => {
      const { apply } = declaredAsset();
      for (const [index, made] of log.entries()) {
        const [pick, value] = damage[index] ?? [0, null];
        const parsed = JSON.parse(made.value ?? '{}') as Record<string, unknown>;
        const names = Object.keys(parsed);
        const name = names[pick % Math.max(1, names.length)];
        if (name !== undefined) parsed[name] = value;
        apply({ ...made, value: canonicalOrNull(parsed), id: `${index}` });
        apply(made);
      }
    }),
    runs,
  );
});

function canonicalOrNull(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch {
    return null;
  }
}

test('readings from outside lead to the same record in any order', () => {
  const outside = observationsOf(since).map((log) =>
    log.filter(({ subjectKind }) => ['authority', 'proof'].includes(subjectKind)),
  );
  fc.assert(
    fc.property(
      outside.chain((log) => fc.tuple(fc.constant(log), fc.shuffledSubarray([...log], { minLength: log.length }))),
      ([log, shuffled]) => {
        const wallets = (order: typeof log): unknown => {
          const { before, outputs } = declaredAsset();
          const written = [...before, ...outputs(...order)];
          const record = recordsIn(written).at(-1);
          return [
            record?.authorities.map(({ address, signers, verified }) => [address, signers, verified]),
            subjectsIn(written)
              .at(-1)
              ?.subjects.map(({ key, roles }) => [key, roles]),
          ];
        };
        assert.equal(wallets(shuffled), wallets(log));
      },
    ),
    runs,
  );
});

test('the generated observations reach every kind of change there is now', () => {
  const kinds = new Set<string>();
  for (const log of fc.sample(observationsOf(since), { numRuns: 300, seed: 7 })) {
    for (const change of changesIn(declaredAsset().outputs(...log))) {
      kinds.add(`${change.explanation.kind}/${change.direction}/${change.disposition}`);
    }
  }
  for (const kind of [
    'list_candidate/unassessed/held',
    'list_candidate/unassessed/superseded',
    'list_match_added/weakens/shown',
    'list_match_amended/neutral/shown',
    'list_match_removed/strengthens/shown',
    'register_added/strengthens/shown',
    'register_added/weakens/shown',
    'register_corrected/strengthens/shown',
    'register_detail_changed/neutral/suppressed',
    'register_detail_changed/unassessed/shown',
    'register_removed/unassessed/held',
    'register_removed/unassessed/suppressed',
    'register_status_changed/weakens/shown',
  ]) {
    assert.ok(kinds.has(kind), `${kind} is not among ${[...kinds].sort().join(', ')}`);
  }
});

test.run();
