import { parseWallet } from './wallets.ts';

/** An address in normal form, equal for every notation of it; unchanged when no known chain has such an address. */
export const comparableWallet = (address: string, caip2?: string): string =>
  parseWallet(address, caip2 === undefined ? {} : { caip2 })?.payload ?? address;

export const isSameWallet = (left: string, right: string, caip2?: string): boolean =>
  left === right || comparableWallet(left, caip2) === comparableWallet(right, caip2);
