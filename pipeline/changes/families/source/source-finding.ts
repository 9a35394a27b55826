import type { Observation } from '../../../../schemas/generated/records.ts';
import type { ChangeKind, ExplanationKind } from '../../../../schemas/vocabulary.ts';
import type { SourceEvent, Stage } from '../../../impact/facts.ts';
import type { Finding } from '../../finding.ts';
import { sourceDriftField } from './templates.ts';

/** The members of a finding about a source that differ between events. */
export interface SourcePart {
  readonly kind: ExplanationKind;
  readonly event: SourceEvent;
  readonly changeKind: ChangeKind;
  readonly stage?: Stage;
  readonly isSimilar?: boolean | null;
  readonly hasReturned?: true;
  readonly faint?: true;
  readonly wording: Finding['wording'];
  readonly before: string;
  readonly after: string;
}

/** A finding about a source: texts, and facts for the rules. */
export function sourceFinding({ field }: Observation, part: SourcePart): Finding {
  const { label } = sourceDriftField;
  return {
    category: 'source_drift',
    kind: part.kind,
    changeKind: part.changeKind,
    stage: part.stage ?? 'confirmed',
    comparable: true,
    faint: part.faint === true,
    comparison: {
      comparison: 'source',
      event: part.event,
      isSimilar: part.isSimilar ?? null,
      ...(part.hasReturned === true ? { hasReturned: true } : {}),
    },
    wording: part.wording,
    field: { name: field, ...sourceDriftField },
    before: part.before,
    after: part.after,
    previous: { label, value: part.before, note: null },
    current: { label, value: part.after, note: null },
  };
}
