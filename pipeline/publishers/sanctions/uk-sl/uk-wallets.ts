import type { ListedWallet } from '../../../../schemas/generated/records.ts';
import type { AlarmList } from '../../alarm-list.ts';
import { distinctWallets, listedWallet, walletsInText } from '../wallets-in-text.ts';
import { splitValues } from './uk-values.ts';

/**
 * Digital currency addresses of an entry, from its free text (`Digital Currency Address: XBT 1abc…`, or any other wording)
 * and from wallet columns. An address in no known encoding is stored without a payload, but only where the label
 * precedes it.
 */
export function readUkWallets(
  information: readonly string[],
  cells: readonly string[],
  entryId: string,
  alarms: AlarmList,
): readonly ListedWallet[] {
  const wallets: ListedWallet[] = [];
  for (const text of information) {
    for (const behind of text.split(/digital currency address(?:es)?/i).slice(1)) {
      const addresses = [...behind.slice(0, 4_000).matchAll(/\b([A-Z]{2,6})[\s:-]{1,4}([0-9A-Za-z]{24,110})\b/g)];
      if (addresses.length === 0 && walletsInText(behind).length === 0) {
        alarms.add('unreadable addresses', `Entry ${entryId} states a digital currency address that cannot be read.`);
      }
      for (const [, ticker = '', address = ''] of addresses)
        wallets.push(listedWallet(ticker, address, entryId, alarms));
    }
    wallets.push(...walletsInText(text));
  }
  for (const value of cells.flatMap(splitValues)) {
    const found = walletsInText(value);
    if (found.length === 0) alarms.add('unreadable addresses', `Entry ${entryId} states a wallet that cannot be read.`);
    wallets.push(...found);
  }
  return distinctWallets(wallets);
}
