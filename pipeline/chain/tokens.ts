import { parseSolanaWallet } from '../../schemas/values/base58-wallets.ts';
import type { AddressEncoding } from '../../schemas/values/chains.ts';
import { isEvmAddress } from '../../schemas/values/evm.ts';
import { evmPlanVersion } from './evm/plan.ts';
import { solanaPlanVersion } from './solana/plan.ts';

/** What is read on chains of one encoding. */
interface ReadTokens {
  /** CAIP-19 namespaces. */
  readonly standards: readonly string[];
  /** Their forms, for messages; empty where nothing is read. */
  readonly form: string;
  /** The address as plans take it; null when it is none. */
  readonly addressOf: (text: string) => string | null;
  /** The plan that reads them; null where there is none. */
  readonly plan: string | null;
}

/** Native coins and tokens of other standards have no contract or mint that a plan could read. */
export const readTokens: Readonly<Record<AddressEncoding, ReadTokens>> = {
  evm: {
    standards: ['erc20', 'erc721'],
    form: 'erc20:0x… or erc721:0x…',
    addressOf: (text) => (isEvmAddress(text) ? text.toLowerCase() : null),
    plan: evmPlanVersion,
  },
  solana: {
    standards: ['token', 'nft'],
    form: 'token:… or nft:…',
    addressOf: (text) => (parseSolanaWallet(text) === null ? null : text),
    plan: solanaPlanVersion,
  },
  xrpl: { standards: [], form: '', addressOf: () => null, plan: null },
};

/** The address of a token as its plan takes it; null when there is nothing to read. */
export function readAddressOf(encoding: AddressEncoding, standard: string, address: string): string | null {
  const { standards, addressOf } = readTokens[encoding];
  return standards.includes(standard) ? addressOf(address) : null;
}
