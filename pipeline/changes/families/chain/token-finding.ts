import type { Comparison } from '../../../impact/facts.ts';
import type { Finding } from '../../finding.ts';
import { fillWording } from '../../../text/template.ts';
import { midSentence } from '../../../text/values.ts';
import { tokenFields } from './labels.ts';
import { stagedWording } from './staged-wording.ts';
import { tokenTexts } from './templates.ts';
import { readingOf } from './text.ts';
import type { ReportContext } from './with-drafts.ts';

export interface TokenEvent {
  readonly name: keyof typeof tokenFields;
  readonly text: Exclude<keyof typeof tokenTexts, 'draft' | 'withdrawn' | `supply${string}`>;
  /** What differs, where a value has several parts. */
  readonly difference?: string;
  /** Null: not stated. */
  readonly before: string | null;
  readonly after: string | null;
  readonly comparison: Comparison;
}

/** A difference in what the token states of itself. */
export function tokenFinding(
  { name, text, difference = '', before, after, comparison }: TokenEvent,
  context: ReportContext,
): Finding {
  const { stage, observation } = context;
  const field = { name, ...tokenFields[name] };
  const way = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const nothing = 'nothing';
  const given = {
    subject: field.label,
    label: midSentence(field.label),
    difference,
    before: before ?? nothing,
    after: after ?? nothing,
    read: readingOf(observation),
  };
  return {
    category: 'disclosure_field',
    fieldGroup: 'tokenomics',
    kind: `value_${way}`,
    changeKind: stage === 'superseded' ? 'corrected' : way,
    stage,
    comparable: true,
    comparison,
    wording: stagedWording(stage, fillWording(tokenTexts[text], given), (staged, change) =>
      fillWording(tokenTexts[staged], { ...given, ...change }),
    ),
    field,
    before,
    after,
    previous: { label: field.label, value: before ?? nothing, note: null },
    current: { label: field.label, value: after ?? nothing, note: null },
  };
}
