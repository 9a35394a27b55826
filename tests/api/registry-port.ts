/** The operator's registry of a harness: the real import over a log in memory, and its rows in the tables. */
import { createRegistryPort } from '../../cli/operator/registry-port.ts';
import type { RegistryPort } from '../../api/readmodel/registry/port.ts';
import { CommandFailed } from '../../cli/program/process/exit.ts';
import { type DatedDeclaration, snapshotOf } from '../../pipeline/registry/snapshot.ts';
import { locateToken } from '../../pipeline/registry/wishes/token-lines.ts';
import { UsageError } from '../../infra/errors.ts';
import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import type { TablesFixture } from '../support/tables-fixture.ts';

export interface TestRegistry {
  readonly port: RegistryPort;
  readonly register: (...declarations: readonly (RegistryAsset | RegistryParty)[]) => Promise<void>;
  /** Records that were appended so far. */
  readonly count: () => number;
}

export function createTestRegistry({ project }: Pick<TablesFixture, 'project'>, clock: () => number): TestRegistry {
  const parties: DatedDeclaration<RegistryParty>[] = [];
  const assets: DatedDeclaration<RegistryAsset>[] = [];
  const append = async (declared: readonly (RegistryAsset | RegistryParty)[], recordTime: number): Promise<void> => {
    const newAssets = declared.flatMap((one) => ('assetId' in one ? [one] : []));
    const newParties = declared.flatMap((one) => ('assetId' in one ? [] : [one]));
    parties.push(...newParties.map((value) => ({ value, recordTime })));
    assets.push(...newAssets.map((value) => ({ value, recordTime })));
    await project('registry.parties', newParties, { timestamp: recordTime });
    await project('registry.assets', newAssets, { timestamp: recordTime });
  };
  const port = createRegistryPort({
    registry: async () => ({
      registry: snapshotOf(parties, assets),
      digest: `${parties.length} ${assets.length}`,
      isProfileKnown: (profile) => profile !== 'no-such-profile',
    }),
    append: async (records) => {
      const declared = records.flatMap((record) =>
        record.topic === 'registry.assets' || record.topic === 'registry.parties' ? [record.value] : [],
      );
      await append(declared, records[0]?.timestamp ?? clock());
    },
    untilServed: async () => null,
    // No node runs here: as the program without a provider.
    readToken: async (text, { chain, members, issuer }) => {
      const at = locateToken(text, chain);
      if (!('chain' in at)) throw new UsageError('reason' in at ? at.reason : `is on ${at.skipped}`);
      const missing = ['name', 'symbol'].filter((member) => !Object.hasOwn(members, member));
      if (missing.length > 0) throw new CommandFailed(`no node; give --${missing.join(', --')}`);
      const origins = Object.fromEntries(Object.keys(members).map((member) => [member, 'option'] as const));
      return { wish: { place: text, ...at, members, issuer }, reading: { silent: 'no node is set' }, origins };
    },
    vouching: async (given) => given,
    clock,
  });
  return {
    port,
    register: (...declared) => append(declared, clock()),
    count: () => parties.length + assets.length,
  };
}

/** A party as it is declared; `part` has the members that a test checks. */
export const registeredParty = (part: Partial<RegistryParty> = {}): RegistryParty => ({
  partyId: '10000000-0000-4000-8000-000000000001',
  did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C01',
  name: 'Acme',
  legalName: null,
  lei: null,
  registrationNumber: null,
  country: null,
  aliases: [],
  wallets: [],
  isins: [],
  kyi: { status: 'none', at: null },
  kyb: { verified: false, at: null },
  description: '',
  bics: [],
  taxIds: [],
  kind: 'organisation',
  birthYear: null,
  vouched: null,
  ...part,
});

/** An asset as it is declared. */
export const registeredAsset = (part: Partial<RegistryAsset> = {}): RegistryAsset => ({
  assetId: '20000000-0000-4000-8000-000000000001',
  did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C02',
  slug: 'acme-ethereum',
  chain: 'ethereum',
  address: '0x1111111111111111111111111111111111111111',
  standard: 'erc20',
  decimals: 6,
  name: 'Acme Euro',
  symbol: 'AEUR',
  description: '',
  websiteUrl: null,
  whitepaperUrl: null,
  image: null,
  attestationAddress: null,
  issuerId: null,
  parties: [],
  identifiers: { dti: [], ffg: [], isin: [] },
  regimes: [],
  sources: [],
  verifiedAt: null,
  status: 'active',
  token: null,
  vouched: null,
  ...part,
});
