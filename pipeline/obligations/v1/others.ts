import type { Obligation } from '../rule.ts';

/** New York, Singapore, Hong Kong, and what counts under every regime. */
export const others: readonly Obligation[] = [
  {
    ...{ id: 'NYD-01', regime: 'NYDFS_STABLECOIN', title: 'Redemption at par within two business days' },
    ...{ effectiveFrom: '2022-06-08', effectiveTo: null },
    evidence: {
      of: 'fields',
      fields: [
        {
          field: 'redemption_right',
          test: 'code',
          codes: ['any_holder_par_any_time', 'any_holder_par_conditions', 'direct_customers_par'],
        },
        { field: 'redemption_settlement_time', test: 'atMost', member: 'days', limit: 2 },
      ],
    },
    sources: ['whitepaper', 'terms', 'page'],
    period: null,
  },
  {
    ...{ id: 'NYD-02', regime: 'NYDFS_STABLECOIN', title: 'An accountant attests the reserve every month' },
    ...{ effectiveFrom: '2022-06-08', effectiveTo: null },
    evidence: { of: 'report', with: [] },
    sources: ['report', 'page'],
    period: { months: 1, graceDays: 35 },
  },
  {
    ...{
      id: 'MAS-01',
      regime: 'MAS_SCS',
      title: 'Redemption within five business days, monthly attestation, full reserve',
    },
    ...{ effectiveFrom: '2023-08-15', effectiveTo: null },
    evidence: {
      of: 'fields',
      fields: [
        { field: 'redemption_settlement_time', test: 'atMost', member: 'days', limit: 5 },
        { field: 'reserve_coverage_ratio', test: 'atLeast', member: 'percent', limit: 100 },
        { field: 'attestation_frequency', test: 'code', codes: ['real_time', 'daily', 'weekly', 'monthly'] },
      ],
    },
    sources: ['terms', 'report', 'page'],
    period: null,
    isUntested: true,
  },
  {
    ...{ id: 'HKM-01', regime: 'HKMA_STABLECOIN', title: 'Redemption at par and regular disclosure of the reserve' },
    ...{ effectiveFrom: '2025-08-01', effectiveTo: null },
    evidence: null,
    unread: 'no register of licensed issuers is read',
    sources: ['terms', 'report', 'page'],
    period: null,
    isUntested: true,
  },
  {
    ...{ id: 'ALL-01', regime: null, title: 'The LEI of the issuer is issued' },
    ...{ effectiveFrom: '2012-06-30', effectiveTo: null },
    evidence: { of: 'lei' },
    sources: [],
    period: null,
  },
  {
    ...{ id: 'ALL-02', regime: null, title: 'The disclosed supply and that of the chains agree' },
    ...{ effectiveFrom: '2024-01-01', effectiveTo: null },
    evidence: { of: 'check', check: 'supply' },
    sources: ['report'],
    period: null,
  },
  {
    ...{ id: 'ALL-03', regime: null, title: 'Each authority has a current proof of control' },
    ...{ effectiveFrom: '2024-01-01', effectiveTo: null },
    evidence: { of: 'proofs' },
    sources: [],
    period: null,
  },
];
