/** The demo's issuers. Legal names and LEIs are those of ESMA's e-money token register of 21 August 2026. */

export interface DemoIssuer {
  /** Name within the demo; ids are derived from it. */
  readonly id: string;
  readonly name: string;
  readonly legalName: string;
  /** Null where the issuer was made up for the demo. */
  readonly lei: string | null;
  readonly country: string;
  readonly description: string;
  readonly wallets?: readonly string[];
  /** KYI outcome, always made up: the reason why names end in "(demo)". */
  readonly kyi: 'verified' | 'pending';
}

const register = "ESMA's register of e-money token white papers";

const listed = (tokens: string) =>
  ({ description: `Issuer of ${tokens} in ${register}. Its KYI status here is demo data.`, kyi: 'verified' }) as const;

const madeUp = { lei: null, kyi: 'verified' } as const;

export const issuers: readonly DemoIssuer[] = [
  {
    id: 'circle',
    name: 'Circle (demo)',
    legalName: 'Circle Internet Financial Europe SAS',
    lei: '969500OYUDADGZKCR583',
    country: 'FR',
    ...listed('USDC and EURC'),
  },
  {
    id: 'allunity',
    name: 'AllUnity (demo)',
    legalName: 'AllUnity GmbH',
    lei: '3912007G8L8CD3HFIV26',
    country: 'DE',
    ...listed('EURAU and CHFAU'),
  },
  {
    id: 'forge',
    name: 'Société Générale - Forge (demo)',
    legalName: 'Société Générale - Forge',
    lei: '969500FX8K40ZDW4F377',
    country: 'FR',
    ...listed('EURCV and USDCV'),
  },
  {
    id: 'monerium',
    name: 'Monerium (demo)',
    legalName: 'Monerium ehf',
    lei: '2549003QDNZWASSSCY31',
    country: 'IS',
    ...listed('EURe'),
  },
  {
    id: 'salvus',
    name: 'Salvus (demo)',
    legalName: 'SALVUS',
    lei: '969500SGAEBRXYUAJ739',
    country: 'FR',
    ...listed('EUROP'),
  },
  {
    id: 'banking-circle',
    name: 'Banking Circle (demo)',
    legalName: 'Banking Circle S.A.',
    lei: '213800W1NGBLERUS6M39',
    country: 'LU',
    ...listed('EURI'),
  },
  {
    id: 'quantoz',
    name: 'Quantoz Payments (demo)',
    legalName: 'Quantoz Payments B.V',
    lei: '7245008P1HPUPVM7XL94',
    country: 'NL',
    ...listed('EURQ and USDQ'),
  },
  {
    id: 'paxos',
    name: 'Paxos Issuance Europe (demo)',
    legalName: 'Paxos Issuance Europe Oy',
    lei: '743700KYSSTKZYGEUF50',
    country: 'FI',
    ...listed('USDG'),
  },
  {
    id: 'demo',
    name: 'Demo Issuer (demo)',
    legalName: 'Demo Issuer (demo)',
    country: 'FR',
    description:
      'Does not exist. Its treasury wallet is an address on the OFAC list, so that a sanctions match can be seen.',
    wallets: ['eip155:1:0x8589427373D6D84E98730D7795D8f6f8731FDA16'],
    ...madeUp,
  },
  {
    id: 'namesake',
    name: 'Namesake Custody (demo)',
    legalName: 'Sabalan Company',
    country: 'FI',
    description:
      'Does not exist. Its name is that of a company in another country that is on the UN list, so that a draft can be seen.',
    ...madeUp,
  },
  {
    id: 'lapsed',
    name: 'Lapsed Issuer (demo)',
    legalName: 'Lapsed Issuer (demo)',
    country: 'NL',
    description: 'Does not exist. Its KYI is revoked on 20 April 2026, so that the end of a verification can be seen.',
    ...madeUp,
  },
  {
    id: 'paxos-trust',
    name: 'Paxos Trust (demo)',
    legalName: 'Paxos Trust (demo)',
    country: 'US',
    description: "Stands for the issuer of PYUSD, which is not in ESMA's register. Its KYI status here is demo data.",
    ...madeUp,
  },
  {
    id: 'unverified',
    name: 'Unverified Issuer (demo)',
    legalName: 'Unverified Issuer (demo)',
    country: 'DE',
    description: 'Does not exist. Its KYI is pending, so that an unverified verdict can be seen.',
    ...madeUp,
    kyi: 'pending',
  },
];
