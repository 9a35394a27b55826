/** What a key holder is notified of when a source no longer discloses a field. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMemoryState } from '../../../infra/state/memory.ts';
import { detect } from '../../../pipeline/changes/detect.ts';
import { obligeProcessor } from '../../../pipeline/obligations/oblige.ts';
import type { AssetFact, Verdict } from '../../../schemas/generated/records.ts';
import { at, factsIn } from '../changes/builders.ts';
import { tokens, yearOf } from './year.ts';

const [{ assetId }] = tokens;
const gone = at('2026-06-02');

/** The facts of the year before that day. */
function factsBefore(): readonly AssetFact[] {
  const state = createMemoryState();
  return yearOf()
    .flatMap((value, offset) => {
      const result = detect(state, { topic: 'observations', partition: 0, offset, timestamp: value.observedAt, value });
      return result.kind === 'ok' ? factsIn(result.outputs) : [];
    })
    .filter(({ since }) => since < gone);
}

/** Verdicts on an obligation from that day on, after these facts. */
function verdictsAfter(facts: readonly AssetFact[], obligationId: string): readonly Verdict[] {
  const state = createMemoryState();
  return facts.flatMap((value, offset) => {
    const input = { topic: 'asset.facts', partition: 0, offset, timestamp: value.since, value } as const;
    const result = obligeProcessor.apply(state, input, new Map());
    assert.is(result.kind, 'ok');
    if (result.kind !== 'ok') return [];
    const verdicts = result.outputs.flatMap((output) => (output.topic === 'verdicts' ? [output.value] : []));
    return verdicts.filter((one) => one.since >= gone && one.obligationId === obligationId && one.assetId === assetId);
  });
}

const before = factsBefore();
const last = (field: string): AssetFact => {
  const found = before.findLast((one) => one.assetId === assetId && one.field === field);
  if (found === undefined) throw new Error(`the year has no ${field}`);
  return found;
};

/** The field is no longer disclosed, its source is read whole, and a day passes. */
function withoutField(field: string, value: string | null = null): readonly AssetFact[] {
  const stated = last(field);
  const read = before.findLast(
    (one) => one.assetId === assetId && one.field === 'read' && one.subjectKey === stated.sourceKey,
  );
  const tick = before.findLast((one) => one.field === 'tick');
  if (read === undefined || tick === undefined) throw new Error('the year has neither readings nor days');
  return [
    ...before,
    { ...stated, value, since: gone, observationId: `${field} gone` },
    { ...read, value: JSON.stringify({ ...(JSON.parse(read.value ?? '{}') as object), at: gone }), since: gone },
    { ...tick, since: gone + 86_400_000 },
  ];
}

test('a field that is no longer disclosed: one notice, not evidenced and not contradicted, with the day', () => {
  const [verdict, ...more] = verdictsAfter(withoutField('redemption_right'), 'EMT-03');
  assert.equal(more, []);
  assert.equal(
    [verdict?.previous, verdict?.verdict, verdict?.noticeKind],
    ['evidenced', 'not_evidenced', 'obligation_not_evidenced'],
  );
  assert.match(verdict?.statement ?? '', /no longer stated, first read on 2 June 2026\.$/);
  assert.is(verdict?.notice, `${verdict?.statement ?? ''} And 1 more.`, 'another obligation rests on the same field');
});

test('a field that is still disclosed raises no notice', () => {
  const verdicts = verdictsAfter(withoutField('redemption_right', last('redemption_right').value), 'EMT-03');
  assert.ok(verdicts.every(({ verdict, noticeKind }) => verdict === 'evidenced' && noticeKind === null));
});

test('the first verdict on what was never disclosed is a baseline without a notice', () => {
  const never = withoutField('redemption_right').filter(
    (one) => one.field !== 'redemption_right' || one.assetId !== assetId || one.value === null,
  );
  const verdicts = verdictsAfter(never, 'EMT-03');
  assert.equal(
    verdicts.filter(({ noticeKind }) => noticeKind !== null),
    [],
  );
});

test.run();
