/** What the demo's real tokens have on every chain, by issuer. */

import { coinPages, llamaAdapter, llamaList } from './token-sources.ts';

const circle = { issuer: 'circle', decimals: 6, websiteUrl: 'https://www.circle.com/fr/' } as const;
export const usdc = {
  ...circle,
  name: 'USD Coin',
  symbol: 'USDC',
  ffg: 'TJWK5QTRK',
  whitepaperUrl: 'https://www.circle.com/fr/legal/mica-usdc-whitepaper',
} as const;
export const eurc = {
  ...circle,
  name: 'EURC',
  symbol: 'EURC',
  ffg: '13XTMPZT3',
  whitepaperUrl: 'https://www.circle.com/fr/legal/mica-eurc-whitepaper',
  alsoAt: llamaAdapter('eurc'),
} as const;

const allunity = {
  issuer: 'allunity',
  decimals: 6,
  websiteUrl: 'https://allunity.com/',
  whitepaperUrl: 'https://allunity.com/whitepaper',
} as const;
export const eurau = {
  ...allunity,
  name: 'AllUnity EUR',
  symbol: 'EURAU',
  dti: ['8F9FV1RW0', '4T8Q7PXDR', '72FFN7360', 'R21VFQH41', 'DP8LJM6WW'],
  source: coinPages.eurau,
} as const;
export const chfau = {
  ...allunity,
  name: 'AllUnity CHF',
  symbol: 'CHFAU',
  dti: ['VP84J2JSS', 'D1PFLVZDZ', '35PTC5Z63', 'GCN4ZMN5R', 'PGBKBZRH2', '5Z0LL4J7S'],
  source: coinPages.chfau,
} as const;

const forge = { issuer: 'forge', websiteUrl: 'https://www.sgforge.com/', alsoAt: llamaList } as const;
const forgePapers = 'https://www.sgforge.com/wp-content/uploads/2025';
export const eurcv = {
  ...forge,
  name: 'EUR CoinVertible',
  symbol: 'EURCV',
  ffg: '9W5C49FJV',
  whitepaperUrl: `${forgePapers}/10/EURCV-WP-Ethereum-Solana_XRPL_Stellar_2025.10.14.pdf`,
  source: coinPages.eurcv,
} as const;
export const usdcv = {
  ...forge,
  name: 'USD CoinVertible',
  symbol: 'USDCV',
  ffg: 'LD6JM2JN2',
  whitepaperUrl: `${forgePapers}/08/SG-Forge-USDCV-White-Paper_V2.0_Ethereum_Solana_11082025.pdf`,
  source: coinPages.usdcv,
} as const;

export const eure = {
  issuer: 'monerium',
  name: 'Monerium EURe',
  symbol: 'EURe',
  decimals: 18,
  ffg: 'N7B1L2FBK',
  websiteUrl: 'https://monerium.com/',
  whitepaperUrl: 'https://monerium.com/assets/whitepapers/eure/EURe-WP-static.xhtml',
} as const;

export const europ = {
  issuer: 'salvus',
  name: 'Schuman EUROP',
  symbol: 'EUROP',
  ffg: '2BKLSP3D6',
  websiteUrl: 'https://schuman.io/',
  whitepaperUrl: 'https://schuman.io/wp-content/uploads/EUROP-White-Paper.pdf',
} as const;

export const euri = {
  issuer: 'banking-circle',
  name: 'Eurite',
  symbol: 'EURI',
  decimals: 18,
  websiteUrl: 'https://www.bankingcircle.com/',
  whitepaperUrl: 'https://www.eurite.com/download-whitepaper/',
} as const;

const quantoz = {
  issuer: 'quantoz',
  decimals: 6,
  websiteUrl: 'https://quantoz.com/',
  whitepaperUrl: 'https://www.quantoz.com/resources',
  source: llamaList,
} as const;
export const eurq = { ...quantoz, name: 'Quantoz EURQ', symbol: 'EURQ' } as const;
export const usdq = { ...quantoz, name: 'Quantoz USDQ', symbol: 'USDQ' } as const;

export const usdg = {
  issuer: 'paxos',
  name: 'Global Dollar',
  symbol: 'USDG',
  decimals: 6,
  websiteUrl: 'https://www.paxos.com/eu',
  whitepaperUrl: 'https://www.paxos.com/terms-and-conditions/usdg-eu-whitepaper',
  alsoAt: llamaList,
} as const;
