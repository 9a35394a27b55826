import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { at, authority, chain, day, declaredAsset, factsIn, type fold, proof, usdc } from '../builders.ts';

const start = at('2026-01-02');
const [first, second] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];

const whole = (days: number): Observation => chain(start + days * day, { field: 'chain_reading', value: 'stated' });

/** An authority as a plan reads it; `quorum` of one is what one provider alone states. */
const holder = (days: number, address: string | null, type = 'owner', quorum = 2): Observation =>
  chain(start + days * day, {
    subjectKind: 'authority',
    subjectKey: type,
    field: 'authority',
    quorum,
    value: address === null ? null : { type, address, accountType: 'regular', signers: [], threshold: null },
  });

const proved = (days: number, address: string, proofId = address): Observation =>
  proof(start + days * day, { proofId, provedBy: address, authority: { type: 'owner', address } });

/** The facts of the authorities, each as `type:address:proved`. */
const facts = (folding: ReturnType<typeof fold>, ...observations: readonly Observation[]): readonly string[] =>
  factsIn(folding.outputs(...observations))
    .filter(({ field }) => field === 'authorities')
    .map(({ value, since, sourceKey }) => {
      const all = JSON.parse(value ?? 'null') as { type: string; address: string; isProved: boolean }[];
      const shown = all.map(({ type, address, isProved }) => `${type}:${address[2]}:${isProved ? 'proved' : '-'}`);
      return `${sourceKey} ${(since - start) / day} ${shown.join(' ')}`.trim();
    });

test('nothing is known before a complete reading of the chain, and an equal reading gives no fact', () => {
  const folding = declaredAsset();
  assert.equal(facts(folding, holder(0, first), holder(0, second, 'mint_authority')), []);
  assert.equal(facts(folding, whole(0)), ['registry 0 mint_authority:2:- owner:1:-']);
  assert.equal(facts(folding, holder(1, first), whole(1)), []);
});

test('no authority at all is a fact as well, and who created the token is none', () => {
  assert.equal(facts(declaredAsset(), holder(0, null), holder(0, first, 'creator'), whole(0)), ['registry 0']);
});

test('a proof holds until the account is another one', () => {
  const folding = declaredAsset();
  facts(folding, holder(0, first), whole(0));
  assert.equal(facts(folding, proved(1, first)), ['registry 1 owner:1:proved']);
  assert.equal(facts(folding, proved(2, second)), [], 'a proof of another account');
  assert.equal(facts(folding, holder(3, second)), ['registry 3 owner:2:proved']);
  assert.equal(facts(folding, holder(4, usdc)), ['registry 4 owner:A:-']);
});

test('what one provider alone states of an authority changes nothing until it is confirmed', () => {
  const folding = declaredAsset();
  facts(folding, holder(0, first), whole(0), proved(0, first));
  assert.equal(facts(folding, holder(1, second, 'owner', 1), whole(1)), []);
  assert.equal(facts(folding, holder(2, first), whole(2)), [], 'a draft that is withdrawn');
  assert.equal(facts(folding, holder(3, second, 'owner', 1), whole(3)), []);
  assert.equal(facts(folding, holder(4, second, 'owner', 1), whole(4)), ['registry 4 owner:2:-']);
});

test('an imported reading is no whole reading', () =>
  assert.equal(facts(declaredAsset(), authority(start, {}), proved(1, usdc)), []));

test.run();
