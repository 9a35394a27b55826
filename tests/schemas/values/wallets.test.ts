import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  comparableAddress,
  keyBytes,
  parseWallet,
  samePayload,
  type WalletHint,
} from '../../../schemas/values/wallets.ts';

const refused: readonly (readonly [string, string, WalletHint?])[] = [
  ['empty', ''],
  ['EVM one digit short', '0x098B716B8Aaf21512996dC57EB0615e2383E2f9'],
  ['EVM without 0x', '098B716B8Aaf21512996dC57EB0615e2383E2f96'],
  ['Bitcoin base58 with a wrong checksum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['Bitcoin bech32 with a wrong checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['Bitcoin bech32 in mixed case', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['Bitcoin testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['Bitcoin testnet base58', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['taproot program with the bech32 checksum', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['XRP classic with a wrong checksum', 'rnXyVQzgxZe7TR1EPzTkGj2jxH4LMJYh67'],
  ['a Monero transaction hash in the Monero list', '5be5543ff73456ab9f2d207887e2af87322c651ea1a873c5b25b7ffae456c320'],
  ['base58 of 31 bytes', '1111111111111111111111111111111'],
  ['CashAddr with a wrong checksum', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b'],
  ['Solana address on an EVM chain', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', { caip2: 'eip155:1' }],
  ['EVM address on Bitcoin', `0x${'1'.repeat(40)}`, { caip2: 'bip122:000000000019d6689c085ae165831e93' }],
  ['very long', 'z'.repeat(100_000)],
];

for (const [name, address, hint] of refused) {
  test(`no wallet: ${name}`, () => assert.is(parseWallet(address, hint), null));
}

const genesis = '62e907b15cbf27d5425399ebf6f0fb50ebb88f18';
const read: readonly (readonly [string, string, string, WalletHint?])[] = [
  ['EVM, EIP-55', '0x098B716B8Aaf21512996dC57EB0615e2383E2f96', 'evm:098b716b8aaf21512996dc57eb0615e2383e2f96'],
  ['EVM, wrong checksum', '0x098b716B8Aaf21512996dC57EB0615e2383E2f96', 'evm:098b716b8aaf21512996dc57eb0615e2383e2f96'],
  ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'tron:a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ['Bitcoin P2PKH', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', `bitcoin:p2pkh:${genesis}`],
  ['the same under BSV', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', `bitcoin-sv:p2pkh:${genesis}`, { ticker: 'BSV' }],
  ['the same under USDT (Omni)', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', `bitcoin:p2pkh:${genesis}`, { ticker: 'USDT' }],
  [
    'Bitcoin P2WPKH in capitals',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bitcoin:v0:751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  [
    'Bitcoin taproot (BIP-350)',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bitcoin:v1:79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  ['XRP classic', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', 'xrpl:5e7b112523f68d2f5e879db4eac51c6698a69304'],
  [
    'XRP X-address without tag',
    'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ',
    'xrpl:5e7b112523f68d2f5e879db4eac51c6698a69304',
  ],
  [
    'Bitcoin Cash, CashAddr',
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'bitcoin-cash:p2pkh:76a04053bda0a88bda5177b86a15c3b29f559873',
  ],
  [
    'Bitcoin Cash, legacy form',
    '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
    'bitcoin-cash:p2pkh:76a04053bda0a88bda5177b86a15c3b29f559873',
    { ticker: 'BCH' },
  ],
  ['Solana system program', '11111111111111111111111111111111', `solana:${'0'.repeat(64)}`],
];

for (const [name, address, payload, hint] of read) {
  test(`wallet: ${name}`, () => assert.is(parseWallet(address, hint)?.payload, payload));
}

test('a Tron address and the EVM address of the same key differ in payload and agree in key bytes', () => {
  const tron = parseWallet('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')?.payload ?? '';
  const evm = parseWallet('0xa614f803B6FD780986A42c78Ec9c7f77e6DeD13C')?.payload ?? '';
  assert.is.not(tron, evm);
  assert.ok(samePayload(tron, evm));
  assert.is(keyBytes(tron), 'a614f803b6fd780986a42c78ec9c7f77e6ded13c');
});

test('an address that starts with 3 is Bitcoin, unless the list states LTC or the chain is Litecoin', () => {
  const address = '3P14159f73E4gFr7JterCCQh9QjiTjiZrG';
  assert.is(parseWallet(address)?.encoding, 'bitcoin');
  assert.is(parseWallet(address, { ticker: 'LTC' })?.encoding, 'litecoin');
  assert.is(parseWallet(address, { caip2: 'bip122:12a765e31ffd4059bada1e25190f6e98' })?.encoding, 'litecoin');
});

test('comparable address: letter case counts if the encoding is case-sensitive', () => {
  assert.is(comparableAddress('evm', ' 0xABCDEF '), '0xabcdef');
  assert.is(comparableAddress('bitcoin', 'BC1QW508D6'), 'bc1qw508d6');
  assert.is(comparableAddress('bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'), '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
  assert.is(
    comparableAddress('bitcoin-cash', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'),
    'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  );
  assert.is(
    comparableAddress('xrpl', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ'),
    'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
  );
  assert.is(comparableAddress('xrpl', 'USD.rIssuer'), 'USD.rIssuer');
  assert.is(comparableAddress('solana', 'EPjFWdd5AufqSSqeM2q'), 'EPjFWdd5AufqSSqeM2q');
});

test.run();
