import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assessed, at, declaredAsset, kyi, status } from '../../builders.ts';

test('B-36 withdrawal of an asset weakens legal standing; its return strengthens it', () => {
  const { changes } = declaredAsset();
  const raised = changes(status('active', 1), status('withdrawn', 2), status('active', 3), status('withdrawn', 4));
  assert.equal(raised.map(assessed), [
    'register_status_changed/weakens legal_standing:weakens',
    'register_status_changed/strengthens legal_standing:strengthens',
    'register_status_changed/weakens legal_standing:weakens',
  ]);
  assert.ok(raised.every(({ id, category }) => id.startsWith('register:') && category === 'register'));
  assert.ok(raised.every(({ notableAt, detectedAt }) => notableAt === detectedAt));
  assert.is(new Set(raised.map(({ id }) => id)).size, 3);
});

const moves: readonly (readonly [string | null, string | null, string | null])[] = [
  ['verified', 'revoked', 'weakens'],
  ['verified', 'pending', 'weakens'],
  ['verified', 'rejected', 'weakens'],
  ['verified', 'none', 'weakens'],
  ['verified', null, 'weakens'],
  ['pending', 'verified', 'strengthens'],
  [null, 'verified', 'strengthens'],
  ['none', 'pending', null],
  ['pending', 'rejected', null],
  ['rejected', null, null],
];

for (const [before, after, direction] of moves) {
  test(`B-36 issuer KYI ${before ?? 'not linked'} to ${after ?? 'not linked'}: ${direction ?? 'nothing'}`, () => {
    const { changes } = declaredAsset();
    const raised = changes(kyi(before, 1), kyi(after, 2));
    assert.equal(
      raised.map((one) => one.direction),
      direction === null ? [] : [direction],
    );
  });
}

test('the first reading of status and KYI is a baseline', () => {
  const { changes } = declaredAsset();
  assert.equal(changes(status('withdrawn', 1), kyi('revoked', 1)), []);
});

test('the text has the date and both statuses', () => {
  const { changes } = declaredAsset();
  const [, ended] = changes(
    status('active', 1),
    status('withdrawn', at('2026-01-29')),
    kyi('verified', 1),
    kyi('revoked', at('2026-01-29')),
  );
  assert.is(
    ended?.explanation.whatDetail,
    'On 29 January 2026 the KYI status of the issuer Circle in this registry went from verified to revoked.',
  );
  assert.equal([ended?.before, ended?.after], ['verified', 'revoked']);
  const other = kyi('none', at('2026-01-30'));
  const replaced = {
    ...other,
    value: (other.value ?? '').replace('"Circle"', '"Other"').replace(/"partyId":"[^"]*"/, '"partyId":"p"'),
  };
  const second = declaredAsset();
  second.changes(kyi('verified', 1));
  const [gone] = second.changes(replaced);
  assert.equal([gone?.before, gone?.after], ['verified (Circle)', 'not checked (Other)'], 'another issuer is named');
});

test('declared facts compare even when another version of the program read them', () => {
  const { changes } = declaredAsset();
  const [withdrawn] = changes(status('active', 1), { ...status('withdrawn', 2), extractorVersion: '2' });
  assert.equal([withdrawn?.confirmed, withdrawn?.lowSignal], [true, false]);
});

test.run();
