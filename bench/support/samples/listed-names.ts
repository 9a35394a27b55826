import type { AssetSubjects, SanctionsEntry, Subject } from '../../../schemas/generated/records.ts';
import { namespaces, sha256Hex, uuidV5 } from '../../../schemas/values/hash.ts';
import { leiOf } from './world.ts';

/** Names of organisations as on lists: a few words far more frequent than the others, and a legal form. */
function organisationName(seed: string): string {
  const common = usual[numberOf(seed, 2) % usual.length] ?? '';
  const form = forms[numberOf(seed, 3) % forms.length] ?? '';
  return `${wordOf(seed, 0)} ${wordOf(seed, 1)} ${common} ${form}`;
}

const listId = 'ofac-addresses';
export const subjectsOfAsset = 4;
const listedAt = Date.parse('2026-01-01T00:00:00Z');

/** An asset with its contract and an issuer that has a name, an LEI and a registration number. */
export function makeSubjects(index: number, position: number): AssetSubjects {
  const assetId = uuidV5(namespaces.command, `bench:screened-${index}`);
  const partyId = uuidV5(namespaces.command, `bench:screened-party-${index}`);
  const name = organisationName(`party-${index}`);
  const subject = (kind: string, value: string, display: string, over: Partial<Subject> = {}): Subject => ({
    key: `${kind}:${value}`,
    kind,
    value,
    display,
    roles: ['issuer'],
    partyId,
    partyName: name,
    chains: [],
    names: [],
    entity: 'organisation',
    birthYear: null,
    country: 'FR',
    since: listedAt,
    sinceObservationId: sha256Hex(`since-${index}`),
    ...over,
  });
  const wallet = sha256Hex(`wallet-${index}`).slice(0, 40);
  const lei = leiOf(index);
  const number = String(100_000_000 + index);
  const subjects = [
    subject('lei', lei, lei),
    subject('party', partyId, name, { names: [name, organisationName(`alias-${index}`)] }),
    subject('registration', `FR:${number}`, number),
    subject('wallet', `evm:${wallet}`, `0x${wallet}`, { roles: ['contract'], partyId: null, partyName: null }),
  ];
  return { assetId, position, subjects };
}

/** An entry with three names, in its nth version; every fiftieth one has the name of an issuer. */
export function makeEntry(index: number, version: number): SanctionsEntry {
  const own = index % 50 === 0 ? [organisationName(`party-${index * 7}`)] : [];
  const names = [
    ...own,
    ...[0, 1, 2].map((alias) => organisationName(`entry-${index}-${alias}-${alias === 2 ? version : 0}`)),
  ];
  return {
    list: listId,
    entryId: String(index),
    status: 'listed',
    entityType: 'organisation',
    names: names.map((name, place) => ({ name, kind: place === 0 ? 'primary' : 'alias', weak: false })),
    wallets: [],
    identifiers: [{ kind: 'registration', value: String(900_000_000 + index), country: 'IR' }],
    countries: ['IR'],
    programs: [`P${version}`],
    dates: [],
    listedOn: null,
    relations: [],
    firstSeenAt: listedAt,
    inFirstSnapshot: true,
    asOf: listedAt + version,
    runId: 'bench',
    artifactId: sha256Hex('bench'),
    sourceHash: `sha256:${sha256Hex('bench')}`,
  };
}

const usual = [
  'Trading',
  'International',
  'Company',
  'Shipping',
  'Industries',
  'Bank',
  'Group',
  'Petrochemical',
  'Finance',
];
const forms = ['Ltd', 'LLC', 'GmbH', 'SA', 'OOO', 'Inc', 'Co Ltd', 'SAS'];
const syllables = [
  'ba',
  'ker',
  'mo',
  'lin',
  'ta',
  'shar',
  'do',
  'vek',
  'ri',
  'nu',
  'hal',
  'zo',
  'pem',
  'ga',
  'ist',
  'ul',
];
const vocabulary = 30_000;

/** The lower the number, the more frequent the word: the first hundredth of the words fills a tenth of all places. */
function wordOf(seed: string, place: number): string {
  const share = numberOf(seed, place) / 2 ** 32;
  let rest = Math.floor(vocabulary * share ** 2) + 1;
  let word = '';
  for (; rest > 0; rest = Math.floor(rest / syllables.length)) word += syllables[rest % syllables.length] ?? '';
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const numberOf = (seed: string, place: number): number =>
  Number.parseInt(sha256Hex(`${seed}/${place}`).slice(0, 8), 16);
