import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { severityRank } from '../../../schemas/severity.ts';
import type { Direction } from '../../../schemas/vocabulary.ts';
import { type TokenTag } from '../../parts/token-tag.tsx';
import { type Piece, wordDiff } from '../../word-diff.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { publicChangePath } from '../../labels/public-change-path.ts';
import { categoryName } from '../../labels/categories.ts';
import { longestPublicQuote } from '../../labels/clipped.ts';
import { directionOf } from '../../labels/directions.ts';
import { tagOf } from '../../readers/changes/change-view.ts';

/** A change that anybody may see, on the start page. */
export interface NewestChange {
  readonly category: string;
  readonly headline: string;
  readonly impact: string;
  readonly direction: Direction;
  /** Milliseconds. */
  readonly at: number;
  readonly token: TokenTag;
  /** The difference between its two passages; null without two passages that are short enough for a card. */
  readonly passage: readonly Piece[] | null;
  /** Its public page, or that of the feed for a reader who watches the token. */
  readonly path: string;
}

interface Facts {
  /** Null for a token that the page does not list. */
  readonly listed: (assetId: string) => AssetSummary | null;
  readonly isWatched: (assetId: string) => boolean;
}

/** The most urgent of the changes of each category, of tokens that the page lists (conformance U-12). */
export function newestOf(changes: readonly Change[], { listed, isWatched }: Facts): readonly NewestChange[] {
  const shown = changes
    .filter(({ assetId, disposition }) => disposition === 'shown' && listed(assetId) !== null)
    .sort(mostUrgentFirst);
  const first = new Map<string, Change>();
  for (const change of shown) if (!first.has(change.category)) first.set(change.category, change);
  return [...first.values()].sort(mostUrgentFirst).flatMap((change) => {
    const asset = listed(change.assetId);
    if (asset === null) return [];
    const page = publicChangePath(assetPath(asset.address, asset.chain.slug), change.id);
    return [
      {
        category: categoryName(change.category),
        headline: change.explanation.headline,
        impact: change.explanation.impact,
        direction: directionOf(change.direction),
        at: change.knownAt,
        token: tagOf(change.assetId, asset),
        passage: passageOf(change),
        path: isWatched(change.assetId) ? `/changes/${encodeURIComponent(change.id)}` : page,
      },
    ];
  });
}

function passageOf({ quote, priorQuote }: Change): readonly Piece[] | null {
  if (quote === null || priorQuote === null || quote === priorQuote) return null;
  return Math.max(quote.length, priorQuote.length) > longestPublicQuote ? null : wordDiff(priorQuote, quote);
}

const mostUrgentFirst = (a: Change, b: Change): number =>
  severityRank(a.severity) - severityRank(b.severity) || b.knownAt - a.knownAt || (a.id < b.id ? -1 : 1);
