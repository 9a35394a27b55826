import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isSealedText, openText, sealText, textKeyOf } from '../../schemas/values/sealed-text.ts';
import { anyCharacter } from '../support/any-character.ts';

const key = textKeyOf(Buffer.alloc(32, 7));
const note = { tenantId: 'tenant-1', purpose: 'note' } as const;

test('a sealed text opens with its key and context, and with no other', () => {
  const sealed = sealText(key, note, 'sold to Alice');
  assert.ok(isSealedText(sealed));
  assert.is(openText(key, note, sealed), 'sold to Alice');
  assert.is(openText(textKeyOf(Buffer.alloc(32, 8)), note, sealed), null);
  assert.is(openText(key, { ...note, tenantId: 'tenant-2' }, sealed), null);
  assert.is(openText(key, { ...note, purpose: 'key name' }, sealed), null);
});

test('a sealed text that was altered anywhere does not open', () => {
  const sealed = sealText(key, note, 'x'.repeat(20));
  const bytes = Buffer.from(sealed.slice('sealed.v1.'.length), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    assert.is(openText(key, note, `sealed.v1.${altered.toString('base64url')}`), null);
  }
});

test('sealing is deterministic, and another text has another nonce', () => {
  assert.is(sealText(key, note, 'a'), sealText(key, note, 'a'));
  const nonces = Array.from({ length: 1_000 }, (_, n) => sealText(key, note, String(n)).slice(0, 26));
  assert.is(new Set(nonces).size, 1_000);
});

test('any text of 500 characters survives a round trip, lone surrogates as the log stores them', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 500 });
  fc.assert(
    fc.property(text, (plain) => {
      const sealed = sealText(key, note, plain);
      return isSealedText(sealed) && openText(key, note, sealed) === plain.toWellFormed();
    }),
  );
  for (const plain of ['', '🐢'.repeat(500), '\0', '\ud800', 'sealed.v1.x']) {
    assert.is(openText(key, note, sealText(key, note, plain)), plain.toWellFormed());
  }
});

test('plain texts do not count as sealed', () => {
  for (const plain of [
    '',
    'a note',
    'sealed.v1.',
    `sealed.v1.${'a'.repeat(37)}`,
    `sealed.v1.${'ä'.repeat(40)}`,
    'sealed.v2.'.padEnd(80, 'a'),
  ]) {
    assert.is(isSealedText(plain), false, plain);
  }
});

test.run();
