import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { RegistryEntry } from '../../../api/readmodel/memory/registry/records.ts';
import type { StandingFacts } from '../../../api/readmodel/standing/facts.ts';
import { publicStandingOf } from '../../../api/readmodel/standing/standing.ts';
import type { RegisterColumnValue } from '../../../schemas/facts.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { compareTexts } from '../../../schemas/values/compare-texts.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { chainName } from '../../labels/chains.ts';
import { placeNames } from '../../labels/deployments.ts';
import { entityPath } from '../../labels/entity-path.ts';
import { sourceName, type SourceName } from '../../labels/sources.ts';
import type { OpenMatchLine } from '../../parts/matches.tsx';
import type { VerdictTone } from '../../parts/verdict.tsx';
import { publicChangePath } from '../../labels/public-change-path.ts';
import { changeView, type ChangeView } from '../../readers/changes/change-view.ts';
import { historyPath, issuerFacts, type SourcedFact } from '../../readers/entity/issuer-facts.ts';
import { worstPart } from '../../readers/standing/standing-view.ts';
import type { Statement } from '../../readers/statements/queries.ts';

/** What anybody may see of the party behind public tokens. */
export interface EntityView {
  readonly name: string;
  readonly description: string;
  readonly did: string;
  readonly canonical: string;
  /** Null if they cannot be read now. */
  readonly facts: readonly SourcedFact[] | null;
  /** Relations to other entities, as registers state them. */
  readonly relations: readonly SourcedFact[];
  /** By name and chain. */
  readonly tokens: readonly {
    readonly name: string;
    readonly chain: string;
    readonly path: string;
    readonly tone: VerdictTone;
    readonly text: string;
  }[];
  /** Confirmed matches that nothing has ended, by token. */
  readonly matches: readonly OpenMatchLine[];
  /** Newest first; null if they cannot be read now. */
  readonly changes: readonly ChangeView[] | null;
  /** Milliseconds. */
  readonly at: number;
}

interface Facts {
  /** Public ones of the entity, oldest registration first. */
  readonly entries: readonly [RegistryEntry, ...RegistryEntry[]];
  readonly standings: readonly StandingFacts[];
  readonly statements: readonly Statement[] | null;
  readonly changes: readonly Change[] | null;
  readonly byId: (assetId: string) => AssetSummary | null;
  readonly sources: readonly SourceName[];
  readonly publicPageBase: string;
  readonly now: number;
}

export function entityView(facts: Facts): EntityView {
  const { entries, standings, statements, changes, byId, sources, publicPageBase, now } = facts;
  const { issuer } = entries[0].record;
  if (issuer === null) throw new Error('a token of an entity has no issuer');
  const paths = new Map(entries.map(({ record, chain }) => [record.assetId, assetPath(record.address, chain.slug)]));
  const pathOf = (assetId: string): string => paths.get(assetId) ?? '/';
  const known = entries.flatMap(({ record, chain }, index) => {
    const standing = standings[index];
    return standing === undefined ? [] : [{ record, chain, standing }];
  });
  const placeOf = placesIn(entries);
  return {
    name: issuer.legalName ?? issuer.name,
    description: issuer.description,
    did: issuer.did,
    canonical: `${publicPageBase}${entityPath(issuer)}`,
    facts: statements === null ? null : eachOnce(issuerFacts(issuer, statements, sources, pathOf)),
    relations: eachOnce(relationsIn(statements ?? [], sources, pathOf)),
    tokens: known
      .map(({ record, chain, standing }) => ({
        name: `${record.symbol} · ${record.name}`,
        chain: placeOf.get(record.assetId) ?? chainName(chain.slug),
        path: pathOf(record.assetId),
        ...worstPart(publicStandingOf(standing, now)),
      }))
      .sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.chain, b.chain)),
    matches: known.flatMap(({ record, standing }) =>
      standing.hidesMatches
        ? []
        : (standing.tables?.matches ?? []).map(({ changeId, headline }) => ({
            headline,
            token: record.symbol,
            path: publicChangePath(pathOf(record.assetId), changeId),
          })),
    ),
    changes:
      changes?.map((change) => ({
        ...changeView({ change, group: [], isNew: false }, byId(change.assetId), sources),
        path: publicChangePath(pathOf(change.assetId), change.id),
      })) ?? null,
    at: now,
  };
}

/** The place of each deployment, by its id: several of one token on a chain have their addresses. */
function placesIn(entries: readonly RegistryEntry[]): ReadonlyMap<string, string> {
  const tokens = new Map<string, RegistryEntry[]>();
  for (const entry of entries) {
    const token = JSON.stringify([entry.record.symbol, entry.record.name]);
    tokens.set(token, [...(tokens.get(token) ?? []), entry]);
  }
  return new Map(
    [...tokens.values()].flatMap((some) => {
      const places = placeNames(
        some.map(({ record, chain }) => ({ chain: chainName(chain.slug), address: record.address })),
      );
      return some.map(({ record }, index) => [record.assetId, places[index] ?? ''] as const);
    }),
  );
}

/** Tokens of one entity state the same of it. */
const eachOnce = (facts: readonly SourcedFact[]): readonly SourcedFact[] =>
  [
    ...new Map(facts.toReversed().map((fact) => [JSON.stringify([fact.name, fact.text, fact.source]), fact])).values(),
  ].toReversed();

const relationsIn = (
  statements: readonly Statement[],
  sources: readonly SourceName[],
  pathOf: (assetId: string) => string,
): readonly SourcedFact[] =>
  statements.flatMap((one) => {
    if (one.kind !== 'register_row' || one.field === 'listed') return [];
    const { meaning, label, text, matchedBy } = one.value as RegisterColumnValue;
    if (meaning !== 'relation' || matchedBy === 'party' || text === '') return [];
    const source = sourceName(one.sourceKey, sources);
    return [{ name: label, text, source, at: one.since, path: historyPath(one, pathOf) }];
  });
