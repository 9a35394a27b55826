import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  formatApiKey,
  hashSecret,
  isKeyActive,
  makeApiKey,
  parseApiKey,
  secretMatches,
} from '../../../schemas/values/api-key.ts';
import { runsOf } from '../../support/runs.ts';

const keyId = 'AbCd0129';
const secret = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
const text = `attestry_${keyId}_${secret}`;

const malformed: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['scheme kept', `Bearer ${text}`],
  ['other prefix', text.replace('attestry', 'attestri')],
  ['upper-case prefix', text.replace('attestry', 'ATTESTRY')],
  ['short id', `attestry_${keyId.slice(1)}_${secret}`],
  ['long secret', `${text}x`],
  ['short secret', text.slice(0, -1)],
  ['character outside base62', text.replace('V', '-')],
  ['underscore inside the secret', text.replace('V', '_')],
  ['surrounding space', ` ${text}`],
  ['line break at the end', `${text}\n`],
  ['full-width digits', text.replace('0129', '０１２９')],
];
for (const [name, value] of malformed) {
  test(`K-05 a malformed key is refused: ${name}`, () => assert.is(parseApiKey(value), null));
}

test('a key is parsed into its parts and formatted again', () => {
  assert.equal(parseApiKey(text), { keyId, secret });
  assert.is(formatApiKey({ keyId, secret }), text);
});

test('K-14 a new key can be parsed, and its stored parts do not contain its secret', () => {
  fc.assert(
    fc.property(fc.nat(), () => {
      const key = makeApiKey(randomBytes);
      const parts = parseApiKey(key.text);
      assert.is.not(parts, null);
      assert.is(parts?.keyId, key.keyId);
      assert.is(hashSecret(parts?.secret ?? ''), key.secretSha256);
      assert.is(parts?.secret.slice(-4), key.last4);
    }),
    { numRuns: runsOf(200) },
  );
});

test('every base62 character is equally likely: biased bytes are discarded', () => {
  const sequence = Array.from({ length: 256 }, (_, byte) => byte);
  let at = 0;
  const counting = (count: number): Buffer => {
    const bytes = Array.from({ length: count }, () => sequence[at++ % 256] ?? 0);
    return Buffer.from(bytes);
  };
  const seen = new Map<string, number>();
  for (let i = 0; i < 31; i += 1) {
    const { text: made } = makeApiKey(counting);
    for (const character of made.slice('attestry_'.length).replace('_', '')) {
      seen.set(character, (seen.get(character) ?? 0) + 1);
    }
  }
  assert.is(seen.size, 62);
  assert.equal(new Set(seen.values()), new Set([20]));
});

test('K-05 only the secret of the key matches', () => {
  const stored = hashSecret(secret);
  assert.is(secretMatches(secret, stored), true);
  assert.is(secretMatches(`${secret.slice(0, -1)}W`, stored), false);
  assert.is(secretMatches('', stored), false);
});

test('K-05 nothing matches a key that does not exist or whose hash is damaged', () => {
  assert.is(secretMatches(secret, null), false);
  assert.is(secretMatches(secret, ''), false);
  assert.is(secretMatches(secret, hashSecret(secret).slice(0, 62)), false);
  assert.is(secretMatches(secret, `zz${hashSecret(secret).slice(2)}`), false);
});

const lifetimes: readonly (readonly [string, number | null, number | null, boolean])[] = [
  ['neither', null, null, true],
  ['revoked', null, 5, false],
  ['revoked at a time still ahead', null, 50, false],
  ['expires later', 11, null, true],
  ['expires now', 10, null, false],
  ['expired', 9, null, false],
];
for (const [name, expiresAt, revokedAt, active] of lifetimes) {
  test(`K-05 a key is active until its expiry or revocation: ${name}`, () => {
    assert.is(isKeyActive({ expiresAt, revokedAt }, 10), active);
  });
}

test.run();
