/** The demo's issuers and tokens. Every identifier and address is public; `source` says where it was read. */

export interface DemoIssuer {
  /** Name within the demo; ids are derived from it. */
  readonly id: string;
  readonly name: string;
  readonly legalName: string;
  readonly lei: string | null;
  readonly country: string;
  readonly description: string;
  readonly wallets?: readonly string[];
  /** KYI outcome: always the demo's own, the reason why names end in "(demo)". */
  readonly kyi: 'verified' | 'pending';
}

export interface DemoToken {
  readonly issuer: string | null;
  readonly name: string;
  readonly symbol: string;
  readonly chain: string;
  readonly address: string;
  readonly standard: string;
  readonly decimals: number;
  /** Group of fungible deployments in ESMA's register, ISO 24165. */
  readonly ffg?: string;
  readonly dti?: readonly string[];
  readonly websiteUrl: string | null;
  readonly whitepaperUrl: string | null;
  /** Where the address was read. */
  readonly source: string;
}

const register = 'https://www.esma.europa.eu/sites/default/files/2024-12/EMTWP.csv';
const tokenList = 'https://github.com/Uniswap/default-token-list';

export const issuers: readonly DemoIssuer[] = [
  {
    id: 'circle',
    name: 'Circle (demo)',
    legalName: 'Circle Internet Financial Europe SAS',
    lei: '969500OYUDADGZKCR583',
    country: 'FR',
    description: `Issuer of USDC and EURC in ${register}. Its KYI status here is demo data.`,
    kyi: 'verified',
  },
  {
    id: 'demo',
    name: 'Demo Issuer (demo)',
    legalName: 'Demo Issuer (demo)',
    lei: null,
    country: 'FR',
    description: 'Does not exist. Its treasury wallet is an address on the OFAC list, so that a sanctions match can be seen.',
    wallets: ['eip155:1:0x8589427373D6D84E98730D7795D8f6f8731FDA16'],
    kyi: 'verified',
  },
  {
    id: 'lapsed',
    name: 'Lapsed Issuer (demo)',
    legalName: 'Lapsed Issuer (demo)',
    lei: null,
    country: 'NL',
    description: 'Does not exist. Its KYI is revoked on 20 April 2026, so that the end of a verification can be seen.',
    kyi: 'verified',
  },
  {
    id: 'unverified',
    name: 'Unverified Issuer (demo)',
    legalName: 'Unverified Issuer (demo)',
    lei: null,
    country: 'DE',
    description: 'Does not exist. Its KYI is pending, so that an unverified verdict can be seen.',
    kyi: 'pending',
  },
];

const circle = { issuer: 'circle', decimals: 6, websiteUrl: 'https://www.circle.com/' } as const;
const usdc = {
  ...circle,
  name: 'USD Coin',
  symbol: 'USDC',
  ffg: 'TJWK5QTRK',
  whitepaperUrl: 'https://www.circle.com/fr/legal/mica-usdc-whitepaper',
} as const;
const eurc = {
  ...circle,
  name: 'EURC',
  symbol: 'EURC',
  ffg: '13XTMPZT3',
  whitepaperUrl: 'https://www.circle.com/fr/legal/mica-eurc-whitepaper',
} as const;
const erc20 = { standard: 'erc20', source: tokenList } as const;
const spl = { standard: 'token', chain: 'solana', source: tokenList } as const;

export const tokens: readonly DemoToken[] = [
  { ...usdc, ...erc20, chain: 'ethereum', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  { ...usdc, ...erc20, chain: 'base', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
  { ...usdc, ...erc20, chain: 'avalanche', address: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E' },
  { ...usdc, ...spl, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
  { ...eurc, ...erc20, chain: 'ethereum', address: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c' },
  { ...eurc, ...erc20, chain: 'base', address: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42' },
  { ...eurc, ...erc20, chain: 'avalanche', address: '0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD' },
  { ...eurc, ...spl, address: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr' },
];
