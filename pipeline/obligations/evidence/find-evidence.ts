/** The evidence about an obligation without periods in the established facts of an asset. */
import type { AssetFacts } from '../facts.ts';
import type { Evidence } from '../rule.ts';
import type { EvidenceFinding } from './found.ts';
import { ofFields, ofPolicy } from './of-fields.ts';
import { ofDeposits } from './of-report.ts';
import { ofDocument, ofLei, ofRow } from './of-rows.ts';
import { ofCheck, ofFreeze, ofProofs } from './of-token.ts';

export interface EvidenceQuestion {
  readonly facts: AssetFacts;
  readonly isSignificant: boolean;
  /** Midnight of the day, milliseconds. */
  readonly today: number;
  /** Since when the rule counts for the asset, milliseconds. */
  readonly begun: number;
}

export function findEvidence(
  evidence: Evidence,
  { facts, isSignificant, today, begun }: EvidenceQuestion,
): EvidenceFinding {
  switch (evidence.of) {
    case 'fields':
      return ofFields(evidence.fields, facts);
    case 'policy':
      return ofPolicy(evidence, facts, begun);
    case 'row':
      return ofRow(evidence, facts, today);
    case 'document':
      return ofDocument(evidence, facts, today);
    case 'deposits':
      return ofDeposits(isSignificant ? evidence.leastSignificant : evidence.least, facts);
    case 'freeze':
      return ofFreeze(facts);
    case 'proofs':
      return ofProofs(facts);
    case 'lei':
      return ofLei(facts);
    case 'check':
      return ofCheck(evidence.check, facts);
    case 'report':
      throw new Error('reports are searched by period');
  }
}
