// `detect` compares every observation with the previous fact. A difference becomes a change: an explanation generated from
// the facts, and an assessment by rules that record a trail. There are no scores, and the result does not depend on when
// or how often it is computed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change } from '../../schemas/generated/records.ts';
import { circle, createMiniature, type Miniature, usdc } from './miniature.ts';

/** ESMA's register on two dates, between which Circle's row for USDC got five more token identifiers. */
function watchTheRegister(): Miniature {
  const world = createMiniature();
  world.declare([circle, usdc], '2026-01-15');
  world.capture('esma-emtwp', 'EMTWP-20260129.csv', '2026-01-29');
  world.capture('esma-emtwp', 'EMTWP-20260821.csv', '2026-08-21');
  return world;
}

const world = watchTheRegister();
const only = (changes: readonly Change[]): Change => {
  assert.is(changes.length, 1);
  const [change] = changes;
  if (change === undefined) throw new Error('no change');
  return change;
};
const dtis = only(world.values('changes').filter(({ field }) => field === 'ae_DTI'));

test('the first reading is the baseline and causes no change', () => {
  const baseline = createMiniature();
  baseline.declare([circle, usdc], '2026-01-15');
  baseline.capture('esma-emtwp', 'EMTWP-20260129.csv', '2026-01-29');
  assert.equal(baseline.values('changes'), []);
});

test('a change rests on two observations and has the time of the second', () => {
  const observations = new Map(world.values('observations').map((one) => [one.id, one]));
  const before = observations.get(dtis.oldObservationId ?? '');
  const after = observations.get(dtis.newObservationId);
  assert.equal([before?.quote, after?.quote], [dtis.priorQuote, dtis.quote]);
  assert.is(dtis.detectedAt, Date.parse('2026-08-21'));
  assert.is(after?.artifactId, world.values('feed.captures')[1]?.artifacts[0]?.sha256, 'down to the bytes of the file');
  assert.match(dtis.id, /^register:/);
});

test('its explanation is generated from the facts', () => {
  const { headline, what, whatDetail, field, previous, current } = dtis.explanation;
  assert.match(headline, /identifiers/);
  assert.match(what, /^As of 21 August 2026, /);
  assert.match(whatDetail, /^Added /);
  assert.match(whatDetail, /T9F5C3ZCC/);
  assert.is(field.name, 'ae_DTI');
  assert.ok(previous.value !== current.value);
});

test('its assessment lists every rule that fired, with its claim; no rule hides another', () => {
  const { assessment } = dtis;
  assert.equal(
    [assessment.rulesVersion, assessment.method, assessment.status],
    ['impact-v1', 'deterministic', 'assessed'],
  );
  assert.is(assessment.direction, dtis.direction);
  assert.ok(assessment.trail.length > 0);
  for (const { rule, claim } of assessment.trail) assert.ok(rule !== '' && claim.length > 20);
  assert.ok(assessment.whatThisMeansForHolders.length > 20);
  assert.match(assessment.inputFingerprint, /^sha256:[0-9a-f]{64}$/);
});

test('computed again it is the same change, byte for byte', () => {
  assert.equal(watchTheRegister().values('changes'), world.values('changes'));
});

test('the same rules apply to declarations of the operator and to publications of others', () => {
  const own = createMiniature();
  own.declare([circle, usdc], '2026-01-15');
  own.declare([{ ...circle, kyi: { status: 'revoked', at: '2026-04-20T00:00:00Z' } }], '2026-04-20');
  const ended = only(own.values('changes'));
  assert.equal([ended.category, ended.direction, ended.confirmed], ['register', 'weakens', true]);
  assert.is(ended.explanation.headline, 'The KYI verification of the issuer ended');
  assert.is(own.values('asset.records').at(-1)?.public, false);
});

test('a match with a sanctions list is a change even in the first file of the list', () => {
  const listed = createMiniature();
  listed.capture('ofac-addresses', 'ETH-2022-09-03.json', '2022-09-03');
  const wallet = listed.values('sanctions.entries')[0]?.wallets[0]?.address ?? '';
  listed.declare([{ ...circle, wallets: [`eip155:1:${wallet}`] }, usdc], '2026-01-15');
  const match = only(listed.values('changes'));
  assert.equal([match.category, match.direction], ['sanctions', 'weakens']);
  assert.is(match.detectedAt, Date.parse('2026-01-15'), 'when the asset first matched the entry');
  assert.match(match.explanation.whatDetail, /Listed since 3 September 2022 or earlier/);
});

test.run();
