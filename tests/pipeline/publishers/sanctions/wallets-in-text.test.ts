import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { alarmList } from '../../../../pipeline/publishers/alarm-list.ts';
import { listedWallet, walletsInText } from '../../../../pipeline/publishers/sanctions/wallets-in-text.ts';

const evm = '0x905b63Fff465B9fFBF41DeA908CEb12478ec7601';
const bitcoin = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['a labelled address', `Digital Currency Address - XBT ${bitcoin}; DOB 1980`, [`XBT ${bitcoin}`]],
  ['an address in a sentence', `His wallet (${evm}), on ETH since 2019.`, [` ${evm}`]],
  ['a ticker before it', `USDT (TRC20) or ETH: ${evm}.`, [`ETH ${evm}`]],
  ['one that is twice', `ETH ${evm}, ETH ${evm.toLowerCase()}`, [`ETH ${evm}`]],
  ['another check digit', `XBT ${bitcoin.slice(0, -1)}x`, []],
  ['an address within a word', `a${evm}`, []],
  ['a hash', `Transaction 0x${'ab'.repeat(32)}`, []],
  ['a link', 'https://www.interpol.int/en/How-we-work/Notices/View-UN-Notices-Individuals', []],
  ['a Solana address without a mention of digital currency', `Passport ${solana}`, []],
  ['a Solana address', `crypto wallet ${solana}`, [` ${solana}`]],
  ['nothing', '', []],
];
for (const [name, text, expected] of cases) {
  test(name, () =>
    assert.equal(
      walletsInText(text).map(({ ticker, address }) => `${ticker} ${address}`),
      expected,
    ),
  );
}

test('long texts without a wallet have none', () => {
  assert.equal(walletsInText('x'.repeat(26_000)), []);
  assert.equal(walletsInText(`${'a'.repeat(26)} `.repeat(1_000)), []);
});

test('a wallet keeps the address as printed, valid or not', () => {
  const alarms = alarmList();
  assert.equal(listedWallet('ETH', evm, '1', alarms).payload, `evm:${evm.slice(2).toLowerCase()}`);
  assert.equal(listedWallet('NEW', 'abc', '1', alarms), { ticker: 'NEW', address: 'abc', payload: null });
  assert.is(alarms.all().length, 2);
});

test.run();
