import type { CurrentFact } from '../facts.ts';

/** What was found: `opposite` is a stated value that does not fit, `absent` nothing, `unread` nothing that could show it. */
export interface EvidenceFinding {
  readonly state: 'holds' | 'opposite' | 'absent' | 'unread' | 'exempt';
  readonly evidence: readonly CurrentFact[];
  /** Completes a sentence: why it is unread or exempt, or what is stated. */
  readonly why: string;
  /** When the evidence was due, of a rule whose evidence is due at a day, milliseconds. */
  readonly dueAt?: number;
}

export const found = (
  state: EvidenceFinding['state'],
  evidence: readonly CurrentFact[] = [],
  why = '',
): EvidenceFinding => ({
  state,
  evidence,
  why,
});
