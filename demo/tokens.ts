/** The demo's real tokens. Every address was read at its `source`; `alsoAt` names a second place that has the same one. */

import type { DemoToken } from './demo-token.ts';
import { chfau, eurau, eurc, eurcv, eure, euri, europ, eurq, usdc, usdcv, usdg, usdq } from './issued-tokens.ts';
import { coinPages, llamaAdapter, llamaList, uniswap } from './token-sources.ts';

const ethereum = { chain: 'ethereum', standard: 'erc20' } as const;
const base = { chain: 'base', standard: 'erc20' } as const;
const avalanche = { chain: 'avalanche', standard: 'erc20' } as const;
const solana = { chain: 'solana', standard: 'token' } as const;
const xrpl = { chain: 'xrpl', standard: 'token', decimals: null } as const;

export const tokens: readonly DemoToken[] = [
  { ...usdc, ...ethereum, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', source: `${uniswap}/mainnet.json` },
  { ...usdc, ...base, address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', source: `${uniswap}/base.json` },
  { ...usdc, ...avalanche, address: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', source: `${uniswap}/avalanche.json` },
  { ...usdc, ...solana, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', source: `${uniswap}/solana.json` },
  { ...eurc, ...ethereum, address: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', source: `${uniswap}/mainnet.json` },
  { ...eurc, ...base, address: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', source: `${uniswap}/base.json` },
  { ...eurc, ...avalanche, address: '0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD', source: `${uniswap}/avalanche.json` },
  { ...eurc, ...solana, address: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr', source: `${uniswap}/solana.json` },
  { ...eurau, ...ethereum, address: '0x4933A85b5b5466Fbaf179F72D3DE273c287EC2c2', alsoAt: llamaList },
  { ...eurau, ...base, address: '0x4933A85b5b5466Fbaf179F72D3DE273c287EC2c2', alsoAt: llamaList },
  { ...eurau, ...solana, address: '9pCWprxbZMW2rYSMhPTeoyLMV2sN2WJqshdT7DQVt6hS' },
  { ...chfau, ...ethereum, address: '0xBD4DfC058eb95b8De5ceAF39966A1a70F5556F78' },
  { ...chfau, ...base, address: '0xBD4DfC058eb95b8De5ceAF39966A1a70F5556F78' },
  { ...eurcv, ...ethereum, decimals: 18, address: '0x5F7827FDeb7c20b443265Fc2F40845B715385Ff2' },
  { ...eurcv, ...solana, decimals: 2, address: 'DghpMkatCiUsofbTmid3M3kAbDTPqDwKiYHnudXeGG52' },
  { ...eurcv, ...xrpl, address: '4555524356000000000000000000000000000000.rUNaS5sqRuxZz6V7rBGhoSaZiVYA3ut4UL' },
  { ...usdcv, ...ethereum, decimals: 18, address: '0x5422374B27757da72d5265cC745ea906E0446634' },
  { ...usdcv, ...solana, decimals: 2, address: '8smindLdDuySY6i2bStQX9o8DVhALCXCMbNxD98unx35' },
  {
    ...eure,
    ...ethereum,
    address: '0x39b8B6385416f4cA36a20319F70D28621895279D',
    source: 'https://github.com/cowprotocol/token-lists/pull/1282',
    alsoAt: llamaAdapter('monerium-eur-money'),
  },
  {
    ...eure,
    ...base,
    address: '0xbf6e2966A9C3D99C9E4D069E04f7Bdb9C8aa762C',
    source: coinPages.eure,
    alsoAt: llamaAdapter('monerium-eur-money'),
  },
  {
    ...europ,
    ...ethereum,
    decimals: 6,
    address: '0x888883b5F5D21fb10Dfeb70e8f9722B9FB0E5E51',
    source: coinPages.europ,
    alsoAt: llamaAdapter('schuman-europ'),
  },
  {
    ...europ,
    ...avalanche,
    decimals: 6,
    address: '0x8835A2F66A7AaCCB297Cb985831A616B75e2E16c',
    source: coinPages.europ,
    alsoAt: llamaAdapter('schuman-europ'),
  },
  {
    ...europ,
    ...solana,
    decimals: null,
    address: 'euro5sNHrZC2wu2RoLvy6xxoVMc3Qnd1vjxoWf4MftA',
    source: llamaAdapter('schuman-europ'),
  },
  {
    ...europ,
    ...xrpl,
    address: '4555524F50000000000000000000000000000000.rMkEuRii9w9uBMQDnWV5AA43gvYZR9JxVK',
    source: llamaAdapter('schuman-europ'),
    alsoAt: coinPages.europ,
  },
  {
    ...euri,
    ...ethereum,
    address: '0x9d1A7A3191102e9F900Faa10540837ba84dCBAE7',
    source: coinPages.euri,
    alsoAt: llamaList,
  },
  { ...eurq, ...ethereum, address: '0x8dF723295214Ea6f21026eeEb4382d475f146F9f', alsoAt: coinPages.eurq },
  {
    ...eurq,
    ...xrpl,
    address: '4555525100000000000000000000000000000000.rDk1xiArDMjDqnrR2yWypwQAKg4mKnQYvs',
    alsoAt: coinPages.eurq,
  },
  { ...usdq, ...ethereum, address: '0xc83e27f270cce0A3A3A29521173a83F402c1768b' },
  { ...usdq, ...xrpl, address: '5553445100000000000000000000000000000000.rDk1xiArDMjDqnrR2yWypwQAKg4mKnQYvs' },
  { ...usdg, ...ethereum, address: '0xe343167631d89B6Ffc58B88d6b7fB0228795491D', source: `${uniswap}/mainnet.json` },
  { ...usdg, ...solana, address: '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH', source: `${uniswap}/solana.json` },
  {
    issuer: 'paxos-trust',
    name: 'PayPal USD',
    symbol: 'PYUSD',
    decimals: 6,
    websiteUrl: null,
    whitepaperUrl: null,
    ...solana,
    address: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
    source:
      'https://github.com/mrgnlabs/marginfi-v2/blob/3031ba3b3368314cfbc5fafa0086bf76f8f795e6/test-utils/src/fixtures/pyUSD.json',
  },
];
