import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCaip10, parseCaip19, parseCaip2 } from '../../../schemas/values/caip.ts';
import { hasDtiCheckCharacter, isDti } from '../../../schemas/values/dti.ts';
import { isEvmAddress, toChecksumAddress } from '../../../schemas/values/evm.ts';
import { isLei } from '../../../schemas/values/lei.ts';

const badLeis = [
  '',
  '9.60E+19',
  '89450036UW3ID72T1M84.',
  '8945001TKX2A5OJMNR45',
  '59800G0P3PV13KLX615',
  '969500oyudadgzkcr583',
];
for (const text of badLeis) test(`not an LEI: "${text}"`, () => assert.not(isLei(text)));
for (const text of ['969500OYUDADGZKCR583', '3912007G8L8CD3HFIV26', '875500AX7AO0XVYSQD64']) {
  test(`LEI: ${text}`, () => assert.ok(isLei(text)));
}

test('DTI: nine characters without vowels and Y, not starting with 0', () => {
  for (const text of ['', 'FJM594L0', 'FJM594L0VV', 'AJM594L0V', 'YJM594L0V', '0JM594L0V', 'fjm594l0v', 'available']) {
    assert.not(isDti(text), text);
  }
  assert.ok(isDti('FJM594L0V'));
});

test('DTI: the check character belongs to the first eight characters', () => {
  for (const text of ['FJM594L0V', 'T1J8XQBSD', '13XTMPZT3', 'VP84J2JSS', 'D1PFLVZDZ'])
    assert.ok(hasDtiCheckCharacter(text), text);
  for (const text of ['FJM594L0W', 'FJM549L0V', 'T1J8XQBS']) assert.not(hasDtiCheckCharacter(text), text);
});

test('EIP-55 examples', () => {
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ]) {
    assert.is(toChecksumAddress(address.toLowerCase()), address);
    assert.is(toChecksumAddress(`0x${address.slice(2).toUpperCase()}`), address);
  }
  assert.not(isEvmAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg'));
  assert.not(isEvmAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed '));
  assert.throws(() => toChecksumAddress('0x12'), /is not an EVM address/);
});

test('A-53 CAIP-19 grammar is the generic one and nothing narrower', () => {
  assert.equal(parseCaip19('eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'), {
    chain: 'eip155:1',
    assetNamespace: 'erc20',
    assetReference: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    tokenId: null,
  });
  assert.is(parseCaip19('eip155:1/slip44:60')?.assetReference, '60');
  assert.is(parseCaip19('eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769')?.tokenId, '771769');
  assert.ok(parseCaip19(`eip155:1/token:${'a'.repeat(128)}`));
  for (const text of [
    '',
    'eip155:1',
    'eip155:1/erc20',
    'ei:1/erc20:0x1',
    'EIP155:1/erc20:0x1',
    `eip155:1/token:${'a'.repeat(129)}`,
    `eip155:1/erc721:0x1/${'1'.repeat(79)}`,
    `eip155:${'1'.repeat(33)}/erc20:0x1`,
    'eip155:1/erc20:0x1/',
    'eip155:1/erc20:0x1 ',
    'eip155:1/erc20:0x1\n',
  ]) {
    assert.is(parseCaip19(text), null, text);
  }
});

test('CAIP-2 and CAIP-10', () => {
  assert.equal(parseCaip2('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), {
    namespace: 'solana',
    reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  });
  assert.is(parseCaip2('eip155'), null);
  assert.equal(parseCaip10('tron:0x2b6653dc:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'), {
    chain: 'tron:0x2b6653dc',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  });
  assert.is(parseCaip10('eip155:1'), null);
});

test.run();
