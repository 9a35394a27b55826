/** Kinds of accounts that users of other readers report as read wrongly. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { extensionAuthorities, extensionsOf } from '../../../../pipeline/chain/solana/extensions.ts';
import { metaplexProgram } from '../../../../pipeline/chain/solana/keys.ts';
import { metadataOf } from '../../../../pipeline/chain/solana/metadata.ts';
import { bytesOfKey, walletKey } from '../../../support/chain/solana-accounts.ts';

const [mint, authority] = [walletKey('mint'), walletKey('authority')];
const closeAuthority = Buffer.concat([Buffer.from([3, 0, 32, 0]), bytesOfKey(authority)]);

test('room behind the last extension is none, however many bytes it has', () => {
  for (let room = 0; room <= 9; room += 1) {
    const found = extensionsOf(Buffer.concat([closeAuthority, Buffer.alloc(room)]));
    assert.equal(extensionAuthorities(found ?? []), [['close_authority', authority]], `${room} bytes`);
  }
});

test('an extension that ends before its length is damaged, and no extension less', () => {
  for (const cut of [1, 31]) assert.is(extensionsOf(closeAuthority.subarray(0, closeAuthority.length - cut)), null);
  assert.is(extensionsOf(Buffer.concat([closeAuthority, Buffer.from([3])])), null);
});

/** A text in a field of fixed length. */
function padded(text: string, size: number): Buffer {
  const field = Buffer.alloc(4 + size);
  field.writeUInt32LE(size);
  field.write(text, 4);
  return field;
}

const metaplexAccount = (creators: Buffer, isMutable: boolean) => ({
  owner: metaplexProgram,
  executable: false,
  data: Buffer.concat([
    ...[Buffer.from([4]), bytesOfKey(authority), bytesOfKey(mint)],
    ...[padded('Padded Unit', 32), padded('PAD', 10), padded('https://unit.example', 200)],
    ...[Buffer.from([0, 0]), creators, Buffer.from([1, isMutable ? 1 : 0]), Buffer.alloc(20)],
  ]),
});

const creators = Buffer.concat([Buffer.from([1, 2, 0, 0, 0]), Buffer.alloc(68, 7)]);

for (const [what, list] of [
  ['without creators', Buffer.from([0])],
  ['with two creators', creators],
] as const) {
  test(`metadata ${what}: texts without their padding, and no authority over what cannot be changed`, () => {
    const [open, closed] = [true, false].map((isMutable) =>
      metadataOf(mint, metaplexAccount(list, isMutable) as never),
    );
    assert.equal([open?.name.text, open?.symbol.text, open?.updateAuthority], ['Padded Unit', 'PAD', authority]);
    assert.equal([closed?.name.text, closed?.updateAuthority], ['Padded Unit', null]);
  });
}

test.run();
