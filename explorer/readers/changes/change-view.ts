import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { ChangeWithText } from '../../../api/readmodel/resources/changes/read.ts';
import type { TokenTag } from '../../parts/token-tag.tsx';
import { severityIn } from '../../labels/severities.ts';
import type { Direction, Severity } from '../../../schemas/vocabulary.ts';
import type { StoryMember } from '../../stories.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { chainName } from '../../labels/chains.ts';
import { directionOf } from '../../labels/directions.ts';
import { nameOfSource } from '../../../schemas/terms/source-keys.ts';
import { sourceOfChange, type SourceName } from '../../labels/sources.ts';

/** A passage of a source that is evidence of a change. */
interface Passage {
  readonly quote: string | null;
  readonly url: string | null;
  readonly artifactId: string | null;
  readonly observationSha256: string | null;
}

/** One change, in the texts of its explanation and its assessment (conformance U-05). */
export interface ChangeView extends StoryMember {
  readonly id: string;
  readonly revision: number;
  readonly path: string;
  readonly impact: string;
  /** What changed, as a sentence; `what` has the details. */
  readonly gist: string;
  readonly whyItMatters: string;
  readonly meaning: string;
  readonly reason: string;
  readonly revisedAt: number;
  readonly detectedAt: number;
  readonly sourceKey: string;
  /** When it took its present state, milliseconds. */
  readonly knownAt: number;
  readonly severity: Severity;
  readonly before: string | null;
  readonly after: string | null;
  readonly source: string;
  /** Who keeps the copy of the list that was read; null where the publisher's own file was. */
  readonly copyOf: { readonly list: string; readonly by: string } | null;
  readonly sourceHash: string | null;
  readonly old: Passage;
  readonly new: Passage;
  readonly method: string;
  readonly confidence: number;
  /** Who confirmed it in a review; null without one. */
  readonly reviewedBy: string | null;
  /** Slug of the chain of the token; null where that is not known. */
  readonly chain: string | null;
  readonly rulesVersion: string;
  readonly rules: readonly { readonly rule: string; readonly claim: string; readonly direction: Direction }[];
  /** The dimensions that the change affects. */
  readonly dimensions: readonly { readonly kind: string; readonly direction: Direction }[];
  readonly category: string;
  readonly issuer: string | null;
  readonly inputFingerprint: string;
  /** Other changes of the same row or document. */
  readonly group: readonly string[];
}

export const changePath = (id: string): string => `/changes/${encodeURIComponent(id)}`;

/** A change, and what the page knows of it for its reader. */
export interface ShownChange extends Pick<ChangeWithText, 'change' | 'group'> {
  /** Not seen, or not read. */
  readonly isNew: boolean;
  /** What it states was read in a document; left out where that is not known. */
  readonly isDocument?: boolean;
}

export function changeView(
  { change, isNew, group, isDocument = false }: ShownChange,
  asset: AssetSummary | null,
  sources: readonly SourceName[],
): ChangeView {
  const { assessment, explanation } = change;
  return {
    id: change.id,
    revision: change.revision,
    storyKey: JSON.stringify([
      change.category,
      change.sourceKey,
      change.subjectKind,
      change.subjectKey,
      change.field,
      change.changeKind,
    ]),
    groupKey: `${change.assetId} ${change.groupId}`,
    path: changePath(change.id),
    title: change.title,
    headline: explanation.headline,
    impact: explanation.impact,
    gist: explanation.what,
    what: explanation.whatDetail,
    whyItMatters: explanation.whyItMatters,
    meaning: assessment.whatThisMeansForHolders,
    reason: assessment.reason,
    direction: directionOf(change.direction),
    at: change.detectedAt,
    revisedAt: change.revisedAt,
    detectedAt: change.detectedAt,
    sourceKey: change.sourceKey,
    knownAt: change.knownAt,
    severity: severityIn(change.severity),
    confirmed: change.confirmed,
    isWithdrawn: change.disposition === 'superseded',
    isNew,
    token: tagOf(change.assetId, asset),
    label: explanation.field.label,
    before: explanation.previous.value,
    after: explanation.current.value,
    source: sourceOfChange(change, sources, isDocument),
    copyOf: copyOf(change.sourceKey, sources),
    sourceHash: change.sourceHash,
    old: { ...assessment.evidence.old, quote: change.priorQuote, url: change.priorSourceUrl },
    new: { ...assessment.evidence.new, quote: change.quote, url: change.sourceUrl },
    method: assessment.method,
    confidence: assessment.confidence,
    reviewedBy: null,
    chain: asset?.chain.slug ?? null,
    rulesVersion: assessment.rulesVersion,
    rules: assessment.trail.map(({ rule, claim, direction }) => ({ rule, claim, direction: directionOf(direction) })),
    dimensions: assessment.dimensions.map(({ kind, direction }) => ({ kind, direction: directionOf(direction) })),
    category: change.category,
    issuer: asset?.issuerName ?? null,
    inputFingerprint: assessment.inputFingerprint,
    group: group.filter((id) => id !== change.id),
  };
}

function copyOf(sourceKey: string, sources: readonly SourceName[]): ChangeView['copyOf'] {
  const { label = '', copyBy: by = null } = sources.find(({ feed }) => feed === nameOfSource(sourceKey)) ?? {};
  return by === null ? null : { list: label, by };
}

export const tagOf = (assetId: string, asset: AssetSummary | null): TokenTag =>
  asset === null
    ? { symbol: assetId, chain: '', path: null }
    : {
        symbol: asset.symbol,
        chain: chainName(asset.chain.slug),
        path: asset.public ? assetPath(asset.address, asset.chain.slug) : null,
      };
