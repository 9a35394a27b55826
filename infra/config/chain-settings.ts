/** Settings of the nodes that chains are read from. */
import { chainBySlug } from '../../schemas/values/chains.ts';
import { integer, interval, requestRate } from './readings.ts';
import { setting } from './setting.ts';
import { accounts, providers } from './address-readings.ts';

/** Setting of the providers of each chain, by its slug. */
export const providerSettings = {
  ethereum: 'rpcEthereum',
  base: 'rpcBase',
  avalanche: 'rpcAvalanche',
  plume: 'rpcPlume',
  sepolia: 'rpcSepolia',
  solana: 'rpcSolana',
} as const;

/** Nodes that wallet proofs are read from. The XRP Ledger is not observed otherwise. */
export const proofProviderSettings = { ...providerSettings, xrpl: 'rpcXrpl' } as const;

const ofChain = <N extends string>(name: N, slug: string) =>
  setting({
    name,
    fallback: null,
    meaning: `JSON-RPC providers of ${chainBySlug(slug)?.name ?? slug}, label=url list`,
    secret: true,
    read: providers,
  });

export const chainSettings = {
  rpcEthereum: ofChain('ATTESTRY_RPC_ETHEREUM', 'ethereum'),
  rpcBase: ofChain('ATTESTRY_RPC_BASE', 'base'),
  rpcAvalanche: ofChain('ATTESTRY_RPC_AVALANCHE', 'avalanche'),
  rpcPlume: ofChain('ATTESTRY_RPC_PLUME', 'plume'),
  rpcSepolia: ofChain('ATTESTRY_RPC_SEPOLIA', 'sepolia'),
  rpcSolana: ofChain('ATTESTRY_RPC_SOLANA', 'solana'),
  rpcXrpl: setting({
    name: 'ATTESTRY_RPC_XRPL',
    fallback: null,
    meaning: 'JSON-RPC providers of the XRP Ledger for wallet proofs, label=url list',
    secret: true,
    read: providers,
  }),
  proofCollectors: setting({
    name: 'ATTESTRY_PROOF_COLLECTORS',
    fallback: '',
    meaning: 'accounts that transfers of wallet proofs may go to, list of CAIP-10',
    read: accounts,
  }),
  chainQuorum: setting({
    name: 'ATTESTRY_CHAIN_QUORUM',
    fallback: null,
    meaning: 'providers of a chain that must agree; unset: 2, or 1 with one provider',
    read: integer(1, 9),
  }),
  chainSweep: setting({
    name: 'ATTESTRY_CHAIN_SWEEP',
    fallback: '24h',
    meaning: 'every asset on a chain is read at least so often',
    read: interval,
  }),
  rpcRate: setting({
    name: 'ATTESTRY_RPC_RATE',
    fallback: '10/s',
    meaning: 'JSON-RPC requests to one provider, or off',
    read: requestRate,
  }),
} as const;
