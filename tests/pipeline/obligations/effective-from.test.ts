/** When the obligations of the GENIUS Act begin to count (Public Law 119-27, section 20). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMemoryState } from '../../../infra/state/memory.ts';
import { detect } from '../../../pipeline/changes/detect.ts';
import { issuedRulesObservation } from '../../../pipeline/changes/established/regime-dates.ts';
import { obligeProcessor } from '../../../pipeline/obligations/oblige.ts';
import type { Observation, Verdict } from '../../../schemas/generated/records.ts';
import { at, declared, declaredParty, factsIn, tick } from '../changes/builders.ts';

const issued = (on: string | null, declaredOn: string): Observation =>
  issuedRulesObservation({ regime: 'US_GENIUS', issued: on, by: 'A', why: 'Federal Register', at: at(declaredOn) });

/** The verdicts that these observations give, through both folds. */
function verdictsOf(...observations: readonly Observation[]): readonly Verdict[] {
  const [detecting, obliging] = [createMemoryState(), createMemoryState()];
  let offset = 0;
  return observations.flatMap((value) => {
    const input = { partition: 0, offset: offset++, timestamp: value.observedAt };
    const detected = detect(detecting, { topic: 'observations', ...input, value });
    if (detected.kind === 'park') throw new Error(detected.reason);
    return factsIn(detected.outputs).flatMap((fact) => {
      const result = obligeProcessor.apply(obliging, { topic: 'asset.facts', ...input, value: fact }, new Map());
      if (result.kind === 'park') throw new Error(result.reason);
      return result.outputs.flatMap((output) => (output.topic === 'verdicts' ? [output.value] : []));
    });
  });
}

const token = [
  tick(at('2026-01-01')),
  declared(at('2026-01-01') + 1, { regimes: ['US_GENIUS'] }),
  declaredParty(at('2026-01-01') + 1),
];
const ofRule = (verdicts: readonly Verdict[]): readonly string[] =>
  verdicts
    .filter(({ obligationId }) => obligationId === 'GEN-05')
    .map(({ since, verdict, statement }) => {
      const from = / the rule counts from (.*) on\.$/.exec(statement)?.[1];
      return `${new Date(since).toISOString().slice(0, 10)} ${verdict}${from === undefined ? '' : ` until ${from}`}`;
    });

const days = (...names: readonly string[]): readonly Observation[] => names.map((name) => tick(at(name)));

test('without a declaration they count 18 months after enactment', () => {
  assert.equal(ofRule(verdictsOf(...token, ...days('2026-06-01', '2027-01-17', '2027-01-18'))), [
    '2026-01-01 not_applicable until 18 January 2027',
    '2027-01-18 not_checked',
  ]);
});

test('final rules that were issued in time move the day to 120 days after them', () => {
  const verdicts = verdictsOf(
    ...token,
    ...days('2026-06-01'),
    issued('2026-07-01', '2026-07-02'),
    ...days('2026-10-28', '2026-10-29'),
  );
  assert.equal(ofRule(verdicts), ['2026-01-01 not_applicable until 18 January 2027', '2026-10-29 not_checked']);
});

test('final rules that come late move nothing', () => {
  const verdicts = verdictsOf(...token, issued('2026-12-01', '2026-12-02'), ...days('2027-01-17', '2027-01-18'));
  assert.equal(ofRule(verdicts), ['2026-01-01 not_applicable until 18 January 2027', '2027-01-18 not_checked']);
});

test('the newest declaration counts, and one that is taken back does not', () => {
  const verdicts = verdictsOf(
    ...token,
    issued('2026-02-01', '2026-02-02'),
    issued(null, '2026-02-03'),
    ...days('2026-07-01', '2027-01-18'),
  );
  assert.equal(ofRule(verdicts), ['2026-01-01 not_applicable until 18 January 2027', '2027-01-18 not_checked']);
});

test('the same declaration is the same record, and the same records give the same verdicts', () => {
  assert.equal(issued('2026-07-01', '2026-07-02'), issued('2026-07-01', '2026-07-02'));
  const run = () => verdictsOf(...token, issued('2026-07-01', '2026-07-02'), ...days('2026-10-29'));
  assert.equal(run(), run());
});

test.run();
