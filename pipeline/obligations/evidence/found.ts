import type { Held } from '../facts.ts';

/** What was found: `opposite` is a stated value that does not fit, `absent` nothing, `unread` nothing that could show it. */
export interface Found {
  readonly state: 'holds' | 'opposite' | 'absent' | 'unread' | 'exempt';
  readonly evidence: readonly Held[];
  /** Completes a sentence: why it is unread or exempt, or what is stated. */
  readonly why: string;
  /** When the evidence was due, of a rule whose evidence is due at a day, milliseconds. */
  readonly dueAt?: number;
}

export const found = (state: Found['state'], evidence: readonly Held[] = [], why = ''): Found => ({
  state,
  evidence,
  why,
});
