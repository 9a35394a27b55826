import type { ExplainedEvidence } from '../../../explorer/evidence.ts';
import type { StoredEvidence } from './stored-evidence.ts';

/** What a thread computes. */
export interface EvidenceJob {
  readonly evidence: StoredEvidence;
  readonly want: 'bundle' | 'explanation';
  /** Whether bytes may be stored elsewhere: where only the API runs, an artifact that is absent is no broken one. */
  readonly mayLackBytes: boolean;
  /** Observations that a public file must not have; null for a file of a key holder. */
  readonly withheld: readonly string[] | null;
}

/** A time is added by the port. */
export type EvidenceResult =
  | { readonly kind: 'explained'; readonly explained: Omit<ExplainedEvidence, 'at'> }
  | { readonly kind: 'made'; readonly text: string }
  | { readonly kind: 'not_at_hand' }
  | { readonly kind: 'not_public' };
