/** Documents to fetch, from the declarations of all assets: each address once. */
import type { DeclaredSource, RegistryAsset } from '../../../../schemas/generated/records.ts';
import { documentIdOf } from '../../../../schemas/terms/document-id.ts';
import { registrableHost } from '../../../../schemas/values/registrable-host.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import type { Profile } from '../../../documents/reading/profiles/schema.ts';
import type { ProfileTable } from '../../../documents/reading/profiles/profile-table.ts';
import { declaredHashOf } from './document-state.ts';
import { documentEveryMs } from '../../../../schemas/freshness.ts';
import { hourMs } from '../../../../schemas/values/durations.ts';

type SourceKind = Term<'sourceKind'>;

/** A declared address with the assets that declare it. */
export interface PlannedDocument {
  readonly documentId: string;
  readonly url: string;
  /** Registrable domain: requests to it follow one another. */
  readonly lane: string;
  readonly declared: readonly DeclaredSource[];
  readonly declaredHash: string;
  readonly kinds: readonly SourceKind[];
  /** Time between two fetches. */
  readonly everyMs: number;
  /** The profile whose links lead to the document; null when the address is the document's. */
  readonly follow: Profile | null;
  /** Hosts of other sites that the profiles name. */
  readonly hosts: readonly string[];
  /** Selectors of parts that are left out of the text. */
  readonly remove: readonly string[];
}

/** The documents of active assets, by id. A source that is declared no more is not among them. */
export function planDocuments(
  assets: Iterable<Pick<RegistryAsset, 'assetId' | 'status' | 'sources'>>,
  profiles: ProfileTable['profiles'],
): ReadonlyMap<string, PlannedDocument> {
  const byUrl = new Map<string, DeclaredSource[]>();
  for (const { assetId, status, sources } of assets) {
    if (status !== 'active') continue;
    for (const { sourceId, url, kind, extractor } of sources) {
      const known = profiles.get(extractor);
      const declared = byUrl.get(url) ?? [];
      byUrl.set(url, declared);
      declared.push({
        assetId,
        sourceId,
        kind,
        extractor,
        profile: known?.name ?? null,
        profileSha256: known?.sha256 ?? null,
      });
    }
  }
  return new Map([...byUrl].map(([url, declared]) => [documentIdOf(url), planned(url, declared, profiles)]));
}

function planned(
  url: string,
  unordered: readonly DeclaredSource[],
  profiles: ProfileTable['profiles'],
): PlannedDocument {
  const declared = unordered.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const used = [...new Set(declared.map(({ extractor }) => extractor))].sort();
  const own = used.flatMap((id) => profiles.get(id)?.profile ?? []);
  const kinds = [...new Set(declared.map(({ kind }) => kind as SourceKind))].sort();
  const periods = [
    ...kinds.map((kind) => documentEveryMs[kind]),
    ...own.flatMap(({ everyHours }) => (everyHours === undefined ? [] : [everyHours * hourMs])),
  ];
  return {
    documentId: documentIdOf(url),
    url,
    lane: registrableHost(url) ?? url,
    declared,
    declaredHash: declaredHashOf(declared),
    kinds,
    everyMs: Math.min(...periods),
    follow: own.find(({ follow }) => follow !== undefined) ?? null,
    hosts: [...new Set(own.flatMap(({ hosts = [] }) => hosts))].sort(),
    remove: [...new Set(own.flatMap(({ remove = [] }) => remove))].sort(),
  };
}

const keyOf = ({ assetId, sourceId }: DeclaredSource): string => `${assetId} ${sourceId}`;
