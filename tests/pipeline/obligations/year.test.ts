import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { obligeProcessor } from '../../../pipeline/obligations/oblige.ts';
import type { AssetFact, Verdict } from '../../../schemas/generated/records.ts';
import { createMemoryState } from '../../../infra/state/memory.ts';
import { detect } from '../../../pipeline/changes/detect.ts';
import { at, factsIn } from '../changes/builders.ts';
import { approve } from '../changes/approve.ts';
import { tokens, yearOf } from './year.ts';

/** The verdicts of a fold of facts. */
function verdictsOf(facts: readonly AssetFact[]): readonly Verdict[] {
  const state = createMemoryState();
  return facts.flatMap((value, offset) => {
    const input = { topic: 'asset.facts', partition: 0, offset, timestamp: value.since, value } as const;
    const result = obligeProcessor.apply(state, input, new Map());
    if (result.kind === 'park') throw new Error(result.reason);
    return result.outputs.flatMap((output) => (output.topic === 'verdicts' ? [output.value] : []));
  });
}

const nameOf = (assetId: string): string => tokens.find((token) => token.assetId === assetId)?.name ?? assetId;

const lineOf = ({
  since,
  assetId,
  obligationId,
  regime,
  period,
  verdict,
  previous,
  noticeKind,
  notice,
  statement,
}: Verdict): string => {
  const what = obligationId === '' ? regime : obligationId;
  const noticeLine = noticeKind === null ? '' : `\n    ${noticeKind}: ${notice}`;
  return `${new Date(since).toISOString().slice(0, 10)} ${nameOf(assetId)}, ${what} ${period}: ${previous ?? '-'} → ${verdict}. ${statement}${noticeLine}`;
};

let facts: readonly AssetFact[] = [];
let calendar: readonly Verdict[] = [];

test('the calendar of verdicts of a year, as people read it', () => {
  const state = createMemoryState();
  facts = yearOf().flatMap((value, offset) => {
    const result = detect(state, { topic: 'observations', partition: 0, offset, timestamp: value.observedAt, value });
    return result.kind === 'ok' ? factsIn(result.outputs) : [];
  });
  calendar = verdictsOf(facts);
  approve('obligations/year.txt', `${calendar.map(lineOf).join('\n')}\n`);
});

test('folded again, the year gives the same bytes', () => {
  assert.is(JSON.stringify(verdictsOf(facts)), JSON.stringify(calendar));
});

test('a clock that jumps ahead or back changes no verdict: days that are not after the last are passed over', () => {
  const without = ({ position: _, ...verdict }: Verdict): object => verdict;
  const made = facts.filter(({ field }) => field === 'tick').slice(0, 1);
  const jumps = [at('2026-02-01'), at('2026-08-31')].flatMap((since) => made.map((tick) => ({ ...tick, since })));
  const after = facts.findIndex(({ field, since }) => field === 'tick' && since === at('2026-09-01')) + 1;
  const jumped = verdictsOf([...facts.slice(0, after), ...jumps, ...facts.slice(after)]);
  assert.equal(jumped.map(without), calendar.map(without));
});

test('every notice names its cause once: no two records of a group are notified, and none twice', () => {
  const notified = calendar.filter(({ noticeKind }) => noticeKind !== null);
  assert.ok(notified.length > 5);
  assert.is(new Set(notified.map(({ groupId }) => groupId)).size, notified.length);
  const identities = calendar.map(({ verdictId, groupId }) => `${verdictId}#${groupId}`);
  assert.is(new Set(identities).size, identities.length);
  const kinds = new Set(notified.map(({ noticeKind }) => noticeKind));
  assert.equal([...kinds].sort(), ['obligation_not_evidenced', 'obligation_regime_added', 'obligation_verdict_change']);
});

test('no sentence gives advice or a legal judgement', () => {
  for (const { statement } of calendar) assert.not.match(statement, /breach|compliant|violat|\bmust\b|should/i);
});

test.run();
