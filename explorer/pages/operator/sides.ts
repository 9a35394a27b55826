import type { OpenChange } from '../../operator-port.ts';
import { changeView } from '../../readers/changes/change-view.ts';
import { agreement, listSide, type Side, tokenSide } from '../../readers/changes/match-sides.ts';
import type { StoryMember } from '../../stories.ts';
import { levelNames } from '../../labels/levels.ts';
import { sourceOfChange, type SourceName } from '../../labels/sources.ts';
import type { TokenTag } from '../../parts/token-tag.tsx';

/** An open change as the operator compares it. */
export interface OpenView extends StoryMember {
  readonly id: string;
  readonly revision: number;
  readonly isReviewable: boolean;
  readonly since: number;
  /** Of a candidate; null for a draft. */
  readonly level: string | null;
  /** Page of the change, and whether the reader may have it. */
  readonly path: string;
  readonly isWatched: boolean;
  /** What the source states. */
  readonly theirs: Side;
  /** What the token names, or what was stated before. */
  readonly ours: Side;
  /** What is equal or similar on both sides of a match; null for a reading. */
  readonly agrees: string | null;
  /** What else is known of it, a sentence each. */
  readonly known: readonly string[];
  readonly quote: string | null;
  /** Labels of the two decisions. */
  readonly verdicts: { readonly confirmed: string; readonly dismissed: string };
}

export function openView(
  { change, level, match, isReviewable }: OpenChange,
  token: TokenTag,
  sources: readonly SourceName[],
  isWatched: boolean,
): OpenView {
  const { explanation } = change;
  const common = {
    ...changeView({ change, isNew: false, group: [] }, null, sources),
    since: change.detectedAt,
    isReviewable,
    token,
    isWatched,
    level: level === null ? null : (levelNames[level] ?? level),
    quote: change.quote,
  };
  if (match !== null) {
    return {
      ...common,
      theirs: listSide(match),
      ours: tokenSide(match),
      agrees: agreement(match),
      known: [explanation.whatDetail],
      verdicts: { confirmed: 'It is the same', dismissed: 'It is another' },
    };
  }
  return {
    ...common,
    theirs: {
      title: 'The source states',
      name: explanation.current.value,
      notes: [
        sourceOfChange(change, sources),
        ...(explanation.current.note === null ? [] : [explanation.current.note]),
      ],
    },
    ours: {
      title: 'Known before',
      name: explanation.previous.value,
      notes: [explanation.field.label, ...(explanation.previous.note === null ? [] : [explanation.previous.note])],
    },
    agrees: null,
    known: [explanation.whatDetail, change.assessment.reason],
    verdicts: { confirmed: 'The source states it', dismissed: 'The source does not state it' },
  };
}
