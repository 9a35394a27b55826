import type { Obligation } from '../rule.ts';

/** E-money tokens. */
export const micaEmt: readonly Obligation[] = [
  {
    ...{
      id: 'EMT-01',
      regime: 'MICA_EMT',
      title: 'The issuer is authorised as a credit institution or an e-money institution',
    },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: {
      of: 'row',
      register: 'register:esma-emtwp',
      kinds: ['credit institution', 'electronic money institution'],
    },
    sources: [],
    period: null,
  },
  {
    ...{ id: 'EMT-02', regime: 'MICA_EMT', title: 'The white paper is published' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: { of: 'document', register: 'register:esma-emtwp', classes: ['ixbrl_esma', 'xhtml', 'pdf'] },
    sources: ['whitepaper'],
    period: null,
  },
  {
    ...{ id: 'EMT-03', regime: 'MICA_EMT', title: 'Holders may redeem at par at any time' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: {
      of: 'fields',
      fields: [
        { field: 'redemption_right', test: 'code', codes: ['any_holder_par_any_time', 'any_holder_par_conditions'] },
      ],
    },
    sources: ['whitepaper', 'terms', 'page'],
    period: null,
  },
  {
    ...{ id: 'EMT-04', regime: 'MICA_EMT', title: 'Redemption is free of charge' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: { of: 'fields', fields: [{ field: 'redemption_fee', test: 'atMost', member: 'bps', limit: 0 }] },
    sources: ['whitepaper', 'terms', 'page'],
    period: null,
  },
  {
    ...{ id: 'EMT-05', regime: 'MICA_EMT', title: 'Holders receive no interest' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: { of: 'fields', fields: [{ field: 'yield_to_holders', test: 'code', codes: ['none'] }] },
    sources: ['whitepaper', 'terms', 'page'],
    period: null,
  },
  {
    ...{ id: 'EMT-06', regime: 'MICA_EMT', title: 'Part of the funds is deposited with credit institutions' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: { of: 'deposits', least: 3_000, leastSignificant: 6_000 },
    sources: ['report'],
    period: null,
  },
  {
    ...{ id: 'EMT-07', regime: 'MICA_EMT', title: 'The white paper is machine-readable' },
    ...{ effectiveFrom: '2025-12-23', effectiveTo: null },
    evidence: {
      of: 'document',
      register: 'register:esma-emtwp',
      classes: ['ixbrl_esma'],
      notified: { from: '2025-12-23', graceDays: 30 },
    },
    sources: ['whitepaper'],
    period: null,
  },
  {
    ...{ id: 'EMT-08', regime: 'MICA_EMT', title: 'The white paper names the LEI of the register' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: null,
    unread: 'no reader states the LEI that a white paper is tagged with',
    sources: ['whitepaper'],
    period: null,
  },
];
