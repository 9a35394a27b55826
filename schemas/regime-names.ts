import type { Regime } from './vocabulary.ts';

/** Names of regimes as people write them. */
const names: Readonly<Record<Regime, string>> = {
  MICA_EMT: 'MiCA, e-money tokens',
  MICA_ART: 'MiCA, asset-referenced tokens',
  MICA_OTHER: 'MiCA, other crypto-assets',
  MICA_SIGNIFICANT: 'MiCA, significant tokens',
  US_GENIUS: 'GENIUS Act, payment stablecoins of the United States',
  NYDFS_STABLECOIN: 'Stablecoin guidance of New York (NYDFS)',
  MAS_SCS: 'Single-currency stablecoins of Singapore (MAS)',
  HKMA_STABLECOIN: 'Stablecoins Ordinance of Hong Kong (HKMA)',
  UK_FCA_STABLECOIN: 'Stablecoins of the United Kingdom (FCA)',
  SECURITY_TOKEN_EU: 'Security tokens, European Union',
  SECURITY_TOKEN_US: 'Security tokens, United States',
};

/** The name of a regime; a term that this version does not know is shown as it is. */
export const regimeName = (regime: string): string => (names as Readonly<Record<string, string>>)[regime] ?? regime;
