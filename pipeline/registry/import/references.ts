import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { caip19Of } from '../caip19.ts';
import type { DatedDeclaration, RegistrySnapshot } from '../snapshot.ts';
import { formatTimestamp } from '../../../schemas/values/timestamp.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';

/** A declaration and the line it was read from. */
interface DeclaredLine<V> {
  readonly line: ImportLine;
  readonly value: V;
}

interface References {
  readonly parties: readonly DeclaredLine<RegistryParty>[];
  readonly assets: readonly DeclaredLine<RegistryAsset>[];
  readonly registry: RegistrySnapshot;
  readonly asOf: number;
  /** Ids of all parties with a line in the import, including refused ones. */
  readonly namedIds: ReadonlySet<string>;
}

/** Contradictions within an import or with the registry: unknown parties, duplicate identifiers, decreasing times. */
export function referenceIssues({ parties, assets, registry, asOf, namedIds }: References): readonly ImportIssue[] {
  const isKnown = (partyId: string): boolean => namedIds.has(partyId) || registry.parties.has(partyId);
  return [
    ...repeated(parties, 'partyId', ({ partyId }) => partyId),
    ...repeated(assets, 'assetId', ({ assetId }) => assetId),
    ...parties.flatMap(({ line, value }) => timeIssue(line, asOf, 'party', registry.parties.get(value.partyId))),
    ...assets.flatMap(({ line, value }) => timeIssue(line, asOf, 'asset', registry.assets.get(value.assetId))),
    ...assets.flatMap((asset) => unknownParties(asset, isKnown)),
    ...takenBy(parties, others(parties, registry.parties, 'partyId'), 'did', 'partyId', ({ did }) => did),
    ...takenBy(assets, others(assets, registry.assets, 'assetId'), 'did', 'assetId', ({ did }) => did),
    ...takenBy(assets, others(assets, registry.assets, 'assetId'), 'slug', 'assetId', ({ slug }) => slug),
    ...takenBy(assets, others(assets, registry.assets, 'assetId'), 'address', 'assetId', (asset) =>
      asset.status === 'active' ? caip19Of(asset) : null,
    ),
  ];
}

function repeated<V>(
  declared: readonly DeclaredLine<V>[],
  member: string,
  idOf: (value: V) => string,
): readonly ImportIssue[] {
  const first = new Map<string, ImportLine>();
  return declared.flatMap(({ line, value }) => {
    const earlier = first.get(idOf(value));
    if (earlier === undefined) first.set(idOf(value), line);
    return earlier === undefined
      ? []
      : [invalid(line, member, `is declared twice, first in ${earlier.file}:${earlier.line}`)];
  });
}

function timeIssue<V>(
  { file, line }: ImportLine,
  asOf: number,
  what: string,
  known: DatedDeclaration<V> | undefined,
): readonly ImportIssue[] {
  if (known === undefined || known.recordTime <= asOf) return [];
  const reason = `the as-of ${formatTimestamp(asOf)} is earlier than the last record of this ${what}, ${formatTimestamp(known.recordTime)}`;
  return [{ kind: 'usage', file, line, path: '', reason }];
}

function unknownParties(
  { line, value }: DeclaredLine<RegistryAsset>,
  isKnown: (id: string) => boolean,
): readonly ImportIssue[] {
  const named = [
    ...(value.issuerId === null ? [] : [{ path: 'issuerId', partyId: value.issuerId }]),
    ...value.parties.map(({ partyId }, index) => ({ path: `parties[${index}].partyId`, partyId })),
  ];
  return named
    .filter(({ partyId }) => !isKnown(partyId))
    .map(({ path, partyId }) =>
      invalid(line, path, `there is no party ${partyId}, neither in the registry nor in this import`),
    );
}

/** The registry as it will be after the import. */
function others<V>(
  declared: readonly DeclaredLine<V>[],
  registered: ReadonlyMap<string, DatedDeclaration<V>>,
  idMember: keyof V,
): readonly V[] {
  const after = new Map([...registered].map(([id, { value }]) => [id, value]));
  for (const { value } of declared) after.set(String(value[idMember]), value);
  return [...after.values()];
}

/** Declarations whose value must be unique but is also that of another; null means no value. */
function takenBy<V extends object>(
  declared: readonly DeclaredLine<V>[],
  all: readonly V[],
  member: string,
  idMember: keyof V,
  valueOf: (value: V) => string | null,
): readonly ImportIssue[] {
  const owners = new Map<string, V[]>();
  for (const one of all) {
    const value = valueOf(one);
    if (value !== null) owners.set(value, [...(owners.get(value) ?? []), one]);
  }
  return declared.flatMap(({ line, value: one }) => {
    const value = valueOf(one);
    const sharing = value === null ? [] : (owners.get(value) ?? []);
    const other = sharing.find((owner) => owner[idMember] !== one[idMember]);
    return other === undefined ? [] : [invalid(line, member, `${value} belongs to ${String(other[idMember])}, too`)];
  });
}
