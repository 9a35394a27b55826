import type { Obligation } from '../rule.ts';

/**
 * Public Law 119-27 (GENIUS Act), section 20: the earlier of 18 months after its enactment of 18 July 2025, and 120 days after
 * the primary federal regulators issue final regulations.
 */
const effective = { effectiveFrom: '2027-01-18', effectiveTo: null, orAfterFinalRules: 120 } as const;

/** Payment stablecoins in the United States. */
export const usGenius: readonly Obligation[] = [
  {
    id: 'GEN-01',
    regime: 'US_GENIUS',
    title: 'A monthly report states tokens, reserve, tenor and custody',
    ...effective,
    evidence: null,
    unread: 'no reader states the average tenor and the place of custody',
    sources: ['report'],
    period: { months: 1, graceDays: 10 },
  },
  {
    id: 'GEN-02',
    regime: 'US_GENIUS',
    title: 'The report is examined by an accounting firm and certified by officers',
    ...effective,
    evidence: null,
    unread: 'no reader states who certified a report',
    sources: ['report'],
    period: { months: 1, graceDays: 30 },
  },
  {
    id: 'GEN-03',
    regime: 'US_GENIUS',
    title: 'The reserve covers all tokens with permitted assets of at most 93 days',
    ...effective,
    evidence: {
      of: 'fields',
      fields: [
        {
          field: 'reserve_asset_classes',
          test: 'within',
          codes: [
            'central_bank_balance',
            'cash_insured',
            'bank_deposit',
            'govt_bill_le93d',
            'repo_govt_overnight',
            'govt_mmf',
          ],
        },
        { field: 'reserve_coverage_ratio', test: 'atLeast', member: 'percent', limit: 100 },
        { field: 'reserve_max_maturity', test: 'atMost', member: 'days', limit: 93, unclearUpTo: 96 },
      ],
    },
    sources: ['report', 'page'],
    period: null,
  },
  {
    id: 'GEN-04',
    regime: 'US_GENIUS',
    title: 'Right, time and fees of redemption are published, a change of fees seven days before',
    ...effective,
    evidence: {
      of: 'policy',
      fields: ['redemption_right', 'redemption_settlement_time', 'redemption_fee'],
      notified: 'redemption_fee',
    },
    sources: ['terms', 'page'],
    period: null,
  },
  {
    id: 'GEN-05',
    regime: 'US_GENIUS',
    title: 'The issuer pays no interest for holding',
    ...effective,
    evidence: { of: 'fields', fields: [{ field: 'yield_to_holders', test: 'code', codes: ['none', 'third_party'] }] },
    sources: ['whitepaper', 'terms', 'page'],
    period: null,
  },
  {
    id: 'GEN-06',
    regime: 'US_GENIUS',
    title: 'Reserve assets are not reused except for liquidity',
    ...effective,
    evidence: {
      of: 'fields',
      fields: [{ field: 'rehypothecation', test: 'code', codes: ['prohibited', 'liquidity_only'] }],
    },
    sources: ['terms', 'report', 'page'],
    period: null,
  },
  {
    id: 'GEN-07',
    regime: 'US_GENIUS',
    title: 'The issuer can freeze tokens on lawful order',
    ...effective,
    evidence: { of: 'freeze' },
    sources: [],
    period: null,
  },
];
