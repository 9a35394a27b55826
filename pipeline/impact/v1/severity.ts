import type { SeverityTable } from '../../../schemas/severity.ts';
import { matchConfidence } from '../confidence.ts';

const adverse = ['weakens', 'mixed'] as const;
const unknown = ['weakens', 'mixed', 'unassessed'] as const;

/** How urgent a change is, by the rules that fired. The first row that fits decides. */
export const severityOfV1: SeverityTable = {
  rows: [
    { rules: ['list-match-added'], confidence: { is: matchConfidence.L5 }, severity: 'high' },
    { rules: ['list-match-added'], severity: 'severe' },
    { rules: ['list-candidate'], confidence: { atLeast: matchConfidence.L3 }, severity: 'high' },
    { rules: ['list-match-removed', 'collateral-listed'], severity: 'high' },
    { rules: ['list-match-subject-left', 'collateral-delisted'], severity: 'medium' },
    { rules: ['token-paused'], directions: ['weakens'], severity: 'severe' },
    { rules: ['token-paused'], severity: 'medium' },
    { rules: ['code-changed', 'control-single'], severity: 'severe' },
    { rules: ['authority-replaced'], directions: ['weakens'], severity: 'severe' },
    { rules: ['authority-replaced'], directions: ['mixed'], severity: 'high' },
    { rules: ['authority-created'], dimensions: ['governance', 'participant_protection'], severity: 'severe' },
    { rules: ['authority-created', 'authority-gone'], severity: 'high' },
    {
      rules: ['control-threshold', 'control-time-lock', 'control-signers', 'control-parts'],
      directions: adverse,
      severity: 'high',
    },
    { rules: ['role-holders'], directions: adverse, dimensions: ['supply'], severity: 'high' },
    { rules: ['token-powers', 'supply-cap', 'supply-moved-far'], directions: unknown, severity: 'high' },
    { rules: ['ownership-offered'], severity: 'medium' },
    {
      rules: [
        ...['registry-issuer-kyi', 'registry-asset-status', 'gleif-entity-status'],
        ...['register-authorisation-end', 'register-row-removed', 'register-row-added'],
      ],
      directions: adverse,
      severity: 'high',
    },
    { rules: ['edge-owner'], directions: ['mixed'], severity: 'high' },
    { rules: ['edge-keeper'], directions: ['weakens'], severity: 'high' },
    { rules: ['check-contradicted', 'check-differs'], severity: 'high' },
    {
      rules: ['disclosure-compared', 'disclosure-overlays', 'disclosure-unstated'],
      directions: adverse,
      fields: [
        ...['redemption_right', 'redemption_suspension_grounds', 'reserve_coverage_ratio', 'reserve_segregation'],
        ...['rehypothecation', 'holder_claim', 'insolvency_treatment', 'issuer_identity', 'issuer_authorisation'],
        'freeze_and_seize_powers',
      ],
      severity: 'high',
    },
  ],
  others: { weakens: 'medium', mixed: 'medium', unassessed: 'medium', strengthens: 'low', neutral: 'low' },
  downgrades: ['unconfirmed', 'superseded'],
  candidates: ['list-candidate'],
  low: ['superseded', 'suppressed', 'collapsed', 'editorial', 'clarification'],
  lowSignal: 'medium',
  least: { severity: 'medium', dispositions: ['shown', 'held'], directions: unknown },
};
