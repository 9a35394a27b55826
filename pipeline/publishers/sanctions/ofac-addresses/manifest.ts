import type { FeedManifest } from '../../../ingest/feed.ts';
import { minuteMs } from '../../../../schemas/values/durations.ts';

const base = 'https://raw.githubusercontent.com/0xB10C/ofac-sanctioned-digital-currency-addresses/lists';

/** Currency labels published so far. OFAC may add others: the parser also reads files of unknown tickers. */
export const knownTickers: readonly string[] = [
  'ARB',
  'BCH',
  'BSC',
  'BSV',
  'BTG',
  'DASH',
  'ETC',
  'ETH',
  'LTC',
  'SOL',
  'TRX',
  'USDC',
  'USDT',
  'XBT',
  'XMR',
  'XRP',
  'XVG',
  'ZEC',
];

export const manifest: FeedManifest = {
  id: 'ofac-addresses',
  owner: 'Office of Foreign Assets Control, US Department of the Treasury',
  label: "OFAC's list of sanctioned digital currency addresses",
  short: 'OFAC wallets',
  files: knownTickers.map((ticker) => ({
    name: `sanctioned_addresses_${ticker}.json`,
    url: `${base}/sanctioned_addresses_${ticker}.json`,
  })),
  everyMs: 15 * minuteMs,
  licence: 'Work of the United States Government, no copyright (17 USC 105); extraction by 0xB10C, MIT',
  copyBy: '0xB10C',
  // Several tickers have a single address, and a snapshot may consist of one ticker.
  minimumRows: 1,
  wholeRows: 50,
  maximumDrop: 0.05,
  maximumVanish: 0.2,
  parserVersion: '1.0.0',
  contentTypes: ['text/plain', 'application/json', 'application/octet-stream'],
};
