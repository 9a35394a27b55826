import { parseWallet } from '../../../schemas/values/wallets.ts';

/** An address in the form in which two writings of it are equal; as written when no chain knows it. */
export const comparableWallet = (address: string, caip2?: string): string =>
  parseWallet(address, caip2 === undefined ? {} : { caip2 })?.payload ?? address;

export const isSameWallet = (left: string, right: string, caip2?: string): boolean =>
  left === right || comparableWallet(left, caip2) === comparableWallet(right, caip2);
