import type { Change, Explanation } from '../../../schemas/generated/records.ts';
import { namesReview } from '../../../schemas/terms/review-words.ts';
import type { Direction, Severity } from '../../../schemas/vocabulary.ts';
import { publicChangePath } from '../../labels/public-change-path.ts';
import { clipped } from '../../labels/clipped.ts';
import { directionOf } from '../../labels/directions.ts';
import { severityIn } from '../../labels/severities.ts';
import { fieldOfChange } from './queries.ts';
import { sourceOfChange, type SourceName } from '../../labels/sources.ts';

/** A change as anybody may see it. */
export interface PublicChange {
  readonly id: string;
  /** Its own page, which anybody may see. */
  readonly path: string;
  /** Of the path of its history. */
  readonly field: string;
  /** Name of the field. */
  readonly label: string;
  readonly at: number;
  /** When it took its present state, milliseconds. */
  readonly knownAt: number;
  /** When its newest revision was written, milliseconds. */
  readonly revisedAt: number;
  readonly direction: Direction;
  readonly severity: Severity;
  readonly sourceKey: string;
  readonly headline: string;
  /** What happened, then the details; the details are null where they are the same. */
  readonly what: string;
  readonly whatDetail: string | null;
  readonly impact: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The passage that states it now, up to 300 characters. */
  readonly quote: string | null;
  readonly source: string;
  readonly sourceUrl: string | null;
}

/** The details of a change for anybody, without who reviewed it and why; null where they add nothing. */
export const publicDetail = ({ what, whatDetail }: Pick<Explanation, 'what' | 'whatDetail'>): string | null =>
  whatDetail === what || namesReview(whatDetail) ? null : whatDetail;

/**
 * @param documents ids of the declared sources of the token that were captured
 * @param assetPath path of the page of the token
 */
export const publicChange = (
  change: Change,
  sources: readonly SourceName[],
  documents: ReadonlySet<string>,
  assetPath: string,
): PublicChange => ({
  id: change.id,
  path: publicChangePath(assetPath, change.id),
  field: fieldOfChange(change),
  label: change.explanation.field.label,
  at: change.detectedAt,
  knownAt: change.knownAt,
  revisedAt: change.revisedAt,
  direction: directionOf(change.direction),
  severity: severityIn(change.severity),
  sourceKey: change.sourceKey,
  headline: change.explanation.headline,
  what: change.explanation.what,
  whatDetail: publicDetail(change.explanation),
  impact: change.explanation.impact,
  before: change.before,
  after: change.after,
  quote: change.quote === null ? null : clipped(change.quote),
  source: sourceOfChange(change, sources, documents.has(change.sourceKey)),
  sourceUrl: change.sourceUrl,
});
