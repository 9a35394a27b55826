import { feeds } from '../../../pipeline/publishers/feeds.ts';
import type { RegisterFeed } from '../../../pipeline/ingest/feed.ts';
import { dtiOf, issuerOf, type World } from './world.ts';

export const register = 'esma-emtwp';

export function registerFeed(): RegisterFeed {
  const feed = feeds.get(register);
  if (feed?.kind !== 'register') throw new Error(`${register} is no register`);
  return feed;
}

/** Columns of the register whose cells change from run to run. */
export const livelyColumns = [
  'ae_commercial_name',
  'ae_address',
  'ae_website',
  'ac_authorisationEndDate',
  'ae_exemption48_4',
  'ae_DTI',
  'wp_url',
  'wp_comments',
] as const;

type Cells = Readonly<Record<string, string>>;

/** Number of changes of a cell by a run: `share` of all cells change in every run, different ones each time. */
function versionOf(asset: number, column: string, run: number, share: number): number {
  let version = 0;
  for (let past = 1; past <= run; past++) if (chance(asset, column, past) < share) version += 1;
  return version;
}

/** The row of an asset: the cells of the register's columns as of a run. */
export function cellsOf(world: World, index: number, run: number, share: number): Cells {
  const party = issuerOf(world, index);
  const number = index % 97;
  const version = (column: string): number => versionOf(index, column, run, share);
  return {
    ae_competentAuthority: 'Autorité de contrôle prudentiel et de résolution (ACPR)',
    ae_homeMemberState: 'FR',
    ae_lei_name: party?.legalName ?? '',
    ae_lei: party?.lei ?? '',
    ae_lei_cou_code: 'FR',
    ae_commercial_name: `Stable Issuer ${number}, trade name ${version('ae_commercial_name')}`,
    ae_address: `${1 + version('ae_address')} rue de la Banque, 75002 Paris, France`,
    ae_website: `https://www.issuer-${number}.example/site/${version('ae_website')}`,
    ac_authorisationNotificationDate: '26/04/2024',
    ac_authorisationEndDate: endDate(version('ac_authorisationEndDate')),
    ae_exemption48_4: version('ae_exemption48_4') % 2 === 0 ? 'NO' : 'YES',
    ae_exemption48_5: 'NO',
    ae_authorisation_other_emt: 'Electronic money institution',
    ae_DTI_FFG: '',
    ae_DTI: [index, ...moreTokens(index, version('ae_DTI'))].map(dtiOf).join('|'),
    wp_url: `https://www.issuer-${number}.example/papers/${index}/white-paper-${version('wp_url')}.pdf`,
    wp_authorisationNotificationDate: '17/05/2025',
    wp_comments: `The token is issued on Ethereum; notice ${version('wp_comments')} of the issuer.`,
    wp_lastupdate: '30/10/2025',
  };
}

/** A file in the register's own format. */
export function registerCsv(world: World, run: number, share: number, others: readonly string[] = []): string {
  const columns = registerFeed().columns.map(({ name }) => name);
  const rows = world.assets.map((_, index) => {
    const cells = cellsOf(world, index, run, share);
    return columns.map((column) => quoted(cells[column] ?? '')).join(',');
  });
  return `${[columns.join(','), ...others, ...rows].join('\n')}\n`;
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const endDate = (version: number): string =>
  version === 0 ? '' : `${String((version % 28) + 1).padStart(2, '0')}/06/2030`;

const tokensApart = 1_000_000;
const moreTokens = (index: number, version: number): readonly number[] =>
  Array.from({ length: version }, (_, more) => (more + 1) * tokensApart + index);

/** A number in [0, 1) that depends only on its arguments. */
function chance(asset: number, column: string, run: number): number {
  let hash = Math.imul(asset + 1, 0x9e3779b1) ^ Math.imul(run + 1, 0x85ebca6b);
  for (let at = 0; at < column.length; at++) hash = Math.imul(hash ^ column.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
