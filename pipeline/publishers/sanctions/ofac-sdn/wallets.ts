import type { ListedWallet } from '../../../../schemas/generated/records.ts';
import type { AlarmList } from '../../alarm-list.ts';
import { distinctWallets, listedWallet, walletsInText } from '../wallets-in-text.ts';

const phrase = /digital currency address(?:es)?/i;

/** A ticker, an address, and further ones of twenty characters or more behind commas. */
const stated =
  /^ ?[-‐-―:] ?([A-Za-z0-9]{2,12}) ([A-Za-z0-9:]{1,256})((?:,\s*[A-Za-z0-9:]{20,256}){0,100})(?=[\s;.,)]|$)/;

/**
 * Wallets in remarks: `Digital Currency Address - ETH 0x…, 0x…;`, and in any other wording. The set of tickers is open.
 * Behind the label, an address in no known encoding is stored without a payload.
 */
export function readWallets(text: string, entry: string, alarms: AlarmList): readonly ListedWallet[] {
  const wallets: ListedWallet[] = [];
  for (const remark of text.split(phrase).slice(1)) {
    const [, ticker, first, others = ''] = stated.exec(remark) ?? [];
    if (ticker !== undefined && first !== undefined) {
      for (const address of [first, ...others.split(/,\s*/).slice(1)]) {
        wallets.push(listedWallet(ticker, address, entry, alarms));
      }
    } else if (walletsInText(remark).length === 0) {
      alarms.add('unreadable addresses', `Entry ${entry} states a digital currency address that cannot be read.`);
    }
  }
  const labelled = new Set(wallets.map(({ payload }) => payload));
  return distinctWallets([...wallets, ...walletsInText(text).filter(({ payload }) => !labelled.has(payload))]);
}
