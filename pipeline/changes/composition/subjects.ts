import { issuerOf } from '../../../schemas/facts/issuer-of.ts';
import type { DeclaredParty, PartyDeclarationValue } from '../../../schemas/facts.ts';
import type { Subject } from '../../../schemas/generated/records.ts';
import { parseCaip10 } from '../../../schemas/values/caip.ts';
import { chainBySlug } from '../../../schemas/values/chains.ts';
import { parseWallet } from '../../../schemas/values/wallets.ts';
import { oneLine, orElse } from '../../text/values.ts';
import { controlOf, servedTypes } from './controllers.ts';
import type { AssetParts, LinkedParty } from './parts.ts';

/** A subject without the observation that introduced it. */
export type SubjectContent = Omit<Subject, 'since' | 'sinceObservationId'>;

/**
 * The subjects that lists and registers are searched for on behalf of an asset: its contract, its authorities and their
 * signers, and the wallets, identifiers and names of its parties. Sorted by key, each key once; empty while the asset is
 * not declared. An identifier that several parties share belongs to the party in `owners` (party id by subject key) while
 * that party still has it.
 */
export function composeSubjects(
  parts: AssetParts,
  owners: ReadonlyMap<string, string | null> = new Map(),
): readonly SubjectContent[] {
  if (parts.declaration === null) return [];
  const issuerId = issuerOf(parts.declaration.asset);
  const named = [
    ...contractOf(parts.declaration.asset),
    ...Object.values(parts.authorities).flatMap((authority) => authorityWallets(parts, authority)),
    ...controllerWallets(parts),
    ...identifiersOf(parts.declaration.asset.identifiers),
    ...collateralOf(parts),
    ...Object.values(parts.parties).flatMap((party) => partySubjects(party, issuerId)),
  ];
  // Of a party that the asset names itself, the roles that it declares count.
  const keys = new Set(named.map(({ key }) => key));
  const found = [...named, ...(parts.links ?? []).flatMap(linkedSubject).filter(({ key }) => !keys.has(key))];
  const merged = new Map<string, SubjectContent>();
  for (const subject of found) {
    const known = merged.get(subject.key);
    const isOwners = subject.partyId !== null && owners.get(subject.key) === subject.partyId;
    const [first, second] = isOwners ? [subject, known] : [known ?? subject, known && subject];
    merged.set(subject.key, second === undefined ? first : mergeSubjects(first, second));
  }
  return [...merged.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

const organisation = { entity: 'organisation', birthYear: null } as const;
const noParty = { partyId: null, partyName: null, chains: [], names: [], country: null, ...organisation } as const;

function contractOf({
  chain: slug,
  address,
}: {
  readonly chain: string;
  readonly address: string;
}): readonly SubjectContent[] {
  const chain = chainBySlug(slug);
  // An XRPL token is a currency of an account: the account is the wallet.
  const account = chain?.encoding === 'xrpl' ? address.slice(address.lastIndexOf('.') + 1) : address;
  return walletSubject(account, chain?.caip2, ['contract']);
}

/** The signers of an account that the chain describes are among its controllers. */
const authorityWallets = (
  parts: AssetParts,
  { value, caip2 }: AssetParts['authorities'][string],
): readonly SubjectContent[] => {
  const signers = controlOf(parts, value.address, caip2) === undefined ? value.signers : [];
  return [
    ...walletSubject(value.address, caip2, [`authority:${value.type}`]),
    ...signers.flatMap((signer) => walletSubject(signer, caip2, [`signer:${value.type}`])),
  ];
};

/** Signers and modules of the accounts that control the token, and the accounts that control these. */
function controllerWallets(parts: AssetParts): readonly SubjectContent[] {
  const controls = Object.values(parts.controls ?? {});
  return [...new Set(controls.map(({ caip2 }) => caip2))].flatMap((caip2) => {
    const served = servedTypes(parts, caip2);
    return controls
      .filter((control) => control.caip2 === caip2)
      .flatMap(({ address, signers, modules, next }) => {
        const roles = [...(served.get(address) ?? [])].map((type) => `signer:${type}`);
        if (roles.length === 0) return [];
        return [...new Set([...signers, ...modules, ...next])].flatMap((one) => walletSubject(one, caip2, roles));
      });
  });
}

const identifiersOf = (
  identifiers: Readonly<Record<'dti' | 'ffg' | 'isin', readonly string[]>>,
): readonly SubjectContent[] =>
  (['dti', 'ffg', 'isin'] as const).flatMap((kind) =>
    identifiers[kind].flatMap((value) => identifierSubject(kind, value, ['token'])),
  );

/** Instruments of the reserve and their issuers: a match with one is a match of the reserve. */
const collateralOf = ({ collateral = {}, reserveIssuers = {} }: AssetParts): readonly SubjectContent[] =>
  Object.values(collateral)
    .flat()
    .flatMap((isin) => [
      ...identifierSubject('isin', isin, ['collateral']),
      ...identifierSubject('lei', reserveIssuers[isin] ?? '', ['collateral_issuer']),
    ]);

function partySubjects(
  { party, roles: given }: PartyDeclarationValue,
  issuerId: string | null,
): readonly SubjectContent[] {
  const roles = sorted([...given, ...(party.partyId === issuerId ? ['issuer'] : [])]);
  const owner = { partyId: party.partyId, partyName: party.name };
  const names = sorted([party.name, party.legalName ?? '', ...party.aliases].filter((name) => name.trim() !== ''));
  const { country } = party;
  return [
    {
      key: `party:${party.partyId}`,
      kind: 'party',
      value: party.partyId,
      // The legal name if there is one; `names` has all of them.
      display: orElse(party.legalName ?? '', party.name),
      roles,
      ...owner,
      chains: [],
      names,
      country,
      entity: party.kind ?? organisation.entity,
      birthYear: party.birthYear ?? null,
    },
    ...(party.lei === null ? [] : identifierSubject('lei', party.lei, roles)).map((one) => ({ ...one, ...owner })),
    ...registrationSubject(party, roles).map((one) => ({ ...one, ...owner, country })),
    ...(party.bics ?? []).flatMap((bic) => identifierSubject('bic', bic, roles)).map((one) => ({ ...one, ...owner })),
    ...(party.taxIds ?? []).flatMap((taxId) => taxSubject(taxId, country, roles)).map((one) => ({ ...one, ...owner })),
    ...party.isins.flatMap((isin) => identifierSubject('isin', isin, roles)).map((one) => ({ ...one, ...owner })),
    ...party.wallets.flatMap((account) => {
      const { chain, address } = parseCaip10(account) ?? { chain: undefined, address: account };
      return walletSubject(address, chain, roles).map((one) => ({ ...one, ...owner }));
    }),
  ];
}

/** A party that only sources name: lists are searched for its LEI alone, never for a name. */
const linkedSubject = ({ lei, roles }: LinkedParty): readonly SubjectContent[] =>
  identifierSubject(
    'lei',
    lei,
    roles.map((role) => `linked:${role}`),
  );

function walletSubject(
  address: string,
  caip2: string | undefined,
  roles: readonly string[],
): readonly SubjectContent[] {
  const wallet = parseWallet(address, caip2 === undefined ? {} : { caip2 });
  if (wallet === null) return [];
  return [
    {
      ...noParty,
      key: `wallet:${wallet.payload}`,
      kind: 'wallet',
      value: wallet.payload,
      display: address,
      roles,
      chains: caip2 === undefined ? [] : [caip2],
    },
  ];
}

function identifierSubject(
  kind: 'bic' | 'dti' | 'ffg' | 'isin' | 'lei',
  written: string,
  roles: readonly string[],
): readonly SubjectContent[] {
  const display = written.trim();
  const value = display.toUpperCase();
  return value === '' ? [] : [{ ...noParty, key: `${kind}:${value}`, kind, value, display, roles }];
}

/** A registration number identifies an entity only together with the country of its register. */
function registrationSubject(
  { registrationNumber, country }: Pick<DeclaredParty, 'registrationNumber' | 'country'>,
  roles: readonly string[],
): readonly SubjectContent[] {
  const display = oneLine(registrationNumber ?? '');
  if (display === '' || country === null) return [];
  const value = `${country}:${display.toUpperCase()}`;
  return [{ ...noParty, key: `registration:${value}`, kind: 'registration', value, display, roles }];
}

/** A tax number identifies an entity only together with its country; without one, the party's counts. */
function taxSubject(
  { country, value }: NonNullable<DeclaredParty['taxIds']>[number],
  ofParty: string | null,
  roles: readonly string[],
): readonly SubjectContent[] {
  const display = oneLine(value);
  const issuedIn = country ?? ofParty;
  if (display === '' || issuedIn === null) return [];
  const written = `${issuedIn}:${display.toUpperCase()}`;
  return [{ ...noParty, key: `tax:${written}`, kind: 'tax', value: written, display, roles, country: issuedIn }];
}

/** Merges two subjects with the same key: roles, chains and names of both, the party of the first that has one. */
const mergeSubjects = (first: SubjectContent, second: SubjectContent): SubjectContent => ({
  ...first,
  roles: sorted([...first.roles, ...second.roles]),
  partyId: first.partyId ?? second.partyId,
  partyName: first.partyName ?? second.partyName,
  chains: sorted([...first.chains, ...second.chains]),
  names: sorted([...first.names, ...second.names]),
  country: first.country ?? second.country,
});

const sorted = (items: readonly string[]): readonly string[] => [...new Set(items)].sort();
