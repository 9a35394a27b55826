/** Recorded series of contracts as facts of a chain, each snapshot as one reading. */
import type { Observation } from '../../../../../schemas/generated/records.ts';
import { sharedFiles, sharedText } from '../../../../support/shared-data.ts';
import { chain } from '../../builders.ts';

type Members = Readonly<Record<string, unknown>>;

interface Snapshot {
  /** Seconds. */
  readonly committedAt: number;
  readonly entry?: Members & { readonly values: Members };
  readonly found?: readonly Members[];
}

interface Series {
  readonly series: string;
  readonly chain: string;
  readonly address: string;
  readonly snapshots: readonly Snapshot[];
}

/** One fact of a snapshot, with the name that the expectations use. */
export interface SeriesFact {
  readonly what: string;
  readonly subjectKind: 'asset' | 'authority';
  readonly subjectKey: string;
  readonly field: string;
  readonly value: unknown;
}

export interface SeriesReading {
  readonly snapshot: number;
  /** Null: the snapshot is not usable. */
  readonly facts: readonly SeriesFact[] | null;
  /** Milliseconds. */
  readonly at: number;
}

export const seriesNames = (): readonly string[] =>
  sharedFiles('chain/series')
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/^.*\/|\.json$/g, ''))
    .sort();

export function readingsOf(name: string): { readonly caip2: string; readonly readings: readonly SeriesReading[] } {
  const series = JSON.parse(sharedText(`chain/series/${name}.json`)) as Series;
  const readings = series.snapshots.map((one, snapshot) => ({
    snapshot,
    facts: one.entry === undefined ? ofAave(one.found ?? [], series.address) : ofDiscovery(one.entry, series.address),
    at: one.committedAt * 1000,
  }));
  return { caip2: series.chain, readings };
}

/** The observation of a fact; `version` of what read it. */
export const observed = (
  { what: _, ...fact }: SeriesFact,
  { at }: SeriesReading,
  caip2: string,
  version: string,
): Observation => chain(at, { ...fact, sourceKey: `chain:${caip2}`, extractorVersion: version });

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const isNone = (address: string | null): boolean => address === null || /^0x0+$/.test(address);

const asset = (what: string, field: string, value: unknown): SeriesFact => ({
  what,
  subjectKind: 'asset',
  subjectKey: '',
  field,
  value,
});
const authority = (what: string, key: string, address: string): SeriesFact => ({
  what,
  subjectKind: 'authority',
  subjectKey: key,
  field: 'authority',
  value: { type: key, address, accountType: 'regular', signers: [], threshold: null },
});
const control = (address: string, signers: readonly string[], threshold: number, given: Members): SeriesFact => ({
  what: 'multisig',
  subjectKind: 'authority',
  subjectKey: address,
  field: 'control',
  value: {
    kind: 'safe',
    version: null,
    signers: [...signers].sort(),
    voters: null,
    threshold,
    timeLockSeconds: null,
    modules: [],
    guard: null,
    fallbackHandler: null,
    delegate: null,
    owner: null,
    next: [],
    cut: null,
    note: null,
    ...given,
  },
});
const role = (contract: string, name: string, holders: readonly string[]): SeriesFact => ({
  what: name,
  subjectKind: 'authority',
  subjectKey: `${contract}:${name}`,
  field: 'role',
  value: { name, adminRole: null, holders: [...holders].sort() },
});

/** An entry of L2BEAT's discovery, whose members were renamed over the years. */
function ofDiscovery(entry: Members & { readonly values: Members }, address: string): readonly SeriesFact[] {
  const { values } = entry;
  const proxy = (entry['upgradeability'] ?? {}) as Members;
  const members = list(values['$members'] ?? values['getOwners']);
  const threshold = Number(values['$threshold'] ?? values['getThreshold'] ?? 0);
  if (members.length > 0) return [control(address, members, threshold, {})];
  const implementation = text(values['$implementation'] ?? proxy['implementation']);
  const admin = text(values['$admin'] ?? proxy['admin']);
  const [owner, offered] = [text(values['owner']), text(values['pendingOwner'])];
  const roles = (values['accessControl'] ?? {}) as Readonly<Record<string, { readonly members: readonly string[] }>>;
  return [
    ...(implementation === null ? [] : [asset('implementation', 'code', codeOf(implementation))]),
    ...(isNone(admin) ? [] : [authority('proxy_admin', 'upgrade_authority', admin ?? '')]),
    ...(isNone(owner) ? [] : [authority('owner', 'owner', owner ?? '')]),
    ...(typeof values['paused'] === 'boolean' ? [asset('paused', 'paused', values['paused'])] : []),
    ...tokenOf(values),
    ...Object.entries(roles).map(([name, one]) => role(address, name, one.members)),
    ...('pendingOwner' in values
      ? [asset('ownership_offer', 'ownership_offer', isNone(offered) ? null : offered)]
      : []),
  ];
}

const codeOf = (implementation: string): Members => ({
  proxy: 'eip1967',
  implementation,
  codeHash: null,
  implementationCodeHash: null,
  beacon: null,
});

function tokenOf(values: Members): readonly SeriesFact[] {
  const { name = null, symbol = null, decimals, totalSupply } = values;
  if (typeof decimals !== 'number') return [];
  return [
    asset('token', 'token', { name, symbol, decimals, standard: 'erc20' }),
    ...(typeof totalSupply === 'string' ? [asset('supply', 'supply', totalSupply)] : []),
  ];
}

/** Objects of Aave's permissions book; a multisig without a threshold, or with two sets of owners, is not usable. */
function ofAave(found: readonly Members[], address: string): readonly SeriesFact[] | null {
  const modifiers = found.flatMap((one) => (one['modifiers'] ?? []) as readonly Members[]);
  if (modifiers.length > 0) {
    return modifiers.map((one) => role(address, String(one['modifier']), list(one['addresses'])));
  }
  const thresholds = found.map((one) => Number(one['threshold'] ?? one['signersThreshold'] ?? 0));
  const owners = found.map((one) => list(one['owners']));
  if (thresholds.some((threshold) => !(threshold > 0))) return null;
  if (new Set(owners.map((one) => [...one].sort().join())).size > 1) return null;
  return [control(address, owners[0] ?? [], thresholds[0] ?? 0, {})];
}
