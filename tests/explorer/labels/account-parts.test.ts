import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { accountParts } from '../../../explorer/labels/account-parts.ts';

const evm = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const xrpl = 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De';

const accountsIn = (text: string, chain: string | null): readonly string[] =>
  accountParts(text, chain).flatMap((part) => (part.link === null ? [] : [part.text]));

test('PG-1 each address of the chain is an account, and all parts together are the text', () => {
  for (const [text, chain, accounts] of [
    [`owner ${evm}, then ${evm.toLowerCase()}.`, 'ethereum', [evm, evm.toLowerCase()]],
    [`(${solana})`, 'solana', [solana]],
    [`USD.${xrpl}`, 'xrpl', [xrpl]],
    [`owner ${evm}`, 'solana', []],
    [`owner ${evm}`, null, []],
    ['', 'ethereum', []],
  ] as const) {
    assert.equal(accountsIn(text, chain), accounts, text);
    assert.is(
      accountParts(text, chain)
        .map((part) => part.text)
        .join(''),
      text,
    );
  }
});

test('PG-1 a part of a longer word is no account', () => {
  for (const [account, chain] of [
    [evm, 'ethereum'],
    [solana, 'solana'],
    [xrpl, 'xrpl'],
  ] as const) {
    for (const word of [`${'0'.repeat(64)}${account}`, `${account}${'1'.repeat(64)}`, `${account}${account}`]) {
      assert.equal(accountsIn(word, chain), [], word);
    }
  }
});

test.run();
