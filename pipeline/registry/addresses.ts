import type { Chain } from '../../schemas/values/chains.ts';
import { isEvmAddress, toChecksumAddress } from '../../schemas/values/evm.ts';
import { parseWallet } from '../../schemas/values/wallets.ts';

/** An address in its stored form, or the reason why the text is not an address. */
export type AddressReading = { readonly address: string } | { readonly problem: string };

/**
 * Address of an account on a chain: EVM in EIP-55 form, Solana base58 of 32 bytes, XRPL classic address.
 * A mixed-case EVM address with a wrong checksum is refused as a likely typing error.
 */
export function readAccount(chain: Chain, text: string): AddressReading {
  switch (chain.encoding) {
    case 'evm':
      return readEvmAddress(text);
    case 'solana':
      return parseWallet(text, { caip2: chain.caip2 }) === null
        ? { problem: `${JSON.stringify(text)} is not a Solana address (base58 of 32 bytes)` }
        : { address: text };
    case 'xrpl':
      return isClassicAccount(chain, text)
        ? { address: text }
        : { problem: `${JSON.stringify(text)} is not an XRP Ledger address (r…)` };
  }
}

/** Address of a token: the CAIP-19 asset reference. XRPL tokens are `CUR.rIssuer`, native assets a SLIP-44 number. */
export function readTokenAddress(chain: Chain, standard: string, text: string): AddressReading {
  if (standard === 'slip44') {
    return /^\d{1,10}$/.test(text)
      ? { address: text }
      : { problem: `${JSON.stringify(text)} is not a SLIP-44 coin number, which the standard slip44 asks for` };
  }
  if (chain.encoding !== 'xrpl') return readAccount(chain, text);
  const [currency = '', issuer = '', ...rest] = text.split('.');
  if (standard !== 'token') {
    return /^[-.%a-zA-Z0-9]{1,128}$/.test(text)
      ? { address: text }
      : { problem: `${JSON.stringify(text)} is not a CAIP-19 asset reference` };
  }
  return rest.length === 0 && isCurrency(currency) && isClassicAccount(chain, issuer)
    ? { address: text }
    : { problem: `${JSON.stringify(text)} is not an issued currency of the XRP Ledger (CUR.rIssuer)` };
}

/** Whether two addresses of a chain are the same account. Only EVM addresses are compared without case. */
export const sameAccount = (chain: Chain, left: string, right: string): boolean =>
  chain.encoding === 'evm' ? left.toLowerCase() === right.toLowerCase() : left === right;

/** An EVM address in EIP-55 form. */
export function readEvmAddress(text: string): AddressReading {
  if (!isEvmAddress(text)) return { problem: `${JSON.stringify(text)} is not an EVM address (0x and 40 hex digits)` };
  const address = toChecksumAddress(text);
  const digits = text.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return mixed && digits !== address.slice(2)
    ? { problem: `${JSON.stringify(text)} has a wrong EIP-55 checksum; if the digits are right it is ${address}` }
    : { address };
}

const isClassicAccount = (chain: Chain, text: string): boolean =>
  text.startsWith('r') && parseWallet(text, { caip2: chain.caip2 }) !== null;

/** Currency code of the XRP Ledger: three characters other than XRP, of those that CAIP-19 allows (letters, digits, - . %), or 160 bits in hex. */
const isCurrency = (text: string): boolean =>
  /^[0-9A-F]{40}$/i.test(text) || (/^[a-zA-Z0-9%-]{3}$/.test(text) && text !== 'XRP');
