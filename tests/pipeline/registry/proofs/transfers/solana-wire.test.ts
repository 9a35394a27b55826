import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyBytes } from '../../../../../pipeline/chain/solana/keys.ts';
import { verifyEd25519 } from '../../../../../pipeline/registry/proofs/signatures/ed25519.ts';
import { readWireTransaction } from '../../../../../pipeline/registry/proofs/transfers/solana-wire.ts';
import { runsOf } from '../../../../support/runs.ts';

/** A vote on Solana's mainnet, slot 430, as the documentation of `getBlock` shows it. */
const vote = Buffer.from(
  'AVj7dxHlQ9IrvdYVIjuiRFs1jLaDMHixgrv+qtHBwz51L4/ImLZhszwiyEJDIp7xeBSpm/TX5B7mYzxa+fPOMw0BAAMFJMJVqLw+hJYheizSoYlLm53KzgT82cDVmazarqQKG2GQsLgiqktA+a+FDR4/7xnDX7rsusMwryYVUdixfz1B1Qan1RcZLwqvxvJl4/t3zHragsUp0L47E24tAFUgAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAHYUgdNXR0u3xNdiTr072z2DVec9EQQ/wNo1OAAAAAAAtxOUhPBp2WSjUNJEgfvy70BbxI00fZyEPvFHNfxrtEAQQEAQIDADUCAAAAAQAAAAAAAACtAQAAAAAAAAdUE18R96XTJCe+YfRfUp6WP+YKCy/72ucOL8AoBFSpAA==',
  'base64',
);

test('a real transaction: its keys, its instruction, and a signature that verifies', () => {
  const wire = readWireTransaction(vote);
  const [signature] = wire?.signatures ?? [];
  const key = keyBytes(wire?.keys[0] ?? '');
  if (wire === null || signature === undefined || key === null) throw new Error('not read');
  assert.is(verifyEd25519(signature, wire.message, key), true);
  assert.is(wire.keys[0], '3UVYmECPPMZSCqWKfENfuoTv51fTDTWicX9xmBD2euKe');
  assert.equal(
    wire.instructions.map(({ program, accounts, data }) => [wire.keys[program], accounts, data.length]),
    [['Vote111111111111111111111111111111111111111', [1, 2, 3, 0], 53]],
  );
});

test('bytes that are cut off or longer are no transaction', () => {
  for (let length = 0; length < vote.length; length += 1) {
    assert.is(readWireTransaction(vote.subarray(0, length)), null, `${length} bytes`);
  }
  assert.is(readWireTransaction(Buffer.concat([vote, Buffer.alloc(1)])), null);
});

test('a later version, and a length in two spellings, are no transaction', () => {
  const start = 1 + 64;
  assert.is(
    readWireTransaction(Buffer.concat([vote.subarray(0, start), Buffer.from([0x81]), vote.subarray(start)])),
    null,
  );
  assert.is(readWireTransaction(Buffer.concat([Buffer.from([0x81, 0x00]), vote.subarray(1)])), null);
});

test('any bytes are read or refused, without an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(vote.length - 1), (bytes, at) => {
      readWireTransaction(Buffer.from(bytes));
      readWireTransaction(Buffer.concat([vote.subarray(0, at), bytes, vote.subarray(at)]));
    }),
    { numRuns: runsOf(300) },
  );
});

test.run();
