import type { Obligation } from '../rule.ts';

/** Asset-referenced tokens. No such token is in the registers yet. */
export const micaArt: readonly Obligation[] = [
  {
    ...{ id: 'ART-01', regime: 'MICA_ART', title: 'The issuer is authorised' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: { of: 'row', register: 'register:esma-artzz' },
    sources: [],
    period: null,
    isUntested: true,
  },
  {
    ...{
      id: 'ART-02',
      regime: 'MICA_ART',
      title: 'Circulation, value and composition of the reserve are published every month',
    },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: { of: 'report', with: ['tokens', 'reserves', 'classes'] },
    sources: ['report', 'page'],
    period: { months: 1, graceDays: 7 },
    isUntested: true,
  },
  {
    ...{
      id: 'ART-03',
      regime: 'MICA_ART',
      title: 'The reserve is audited every six months and the result is published',
    },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: { of: 'report', with: ['auditor'] },
    sources: ['report', 'page'],
    period: { months: 6, graceDays: 56 },
    isUntested: true,
  },
  {
    ...{ id: 'ART-04', regime: 'MICA_ART', title: 'Holders may redeem at any time without a fee' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: {
      of: 'fields',
      fields: [
        { field: 'redemption_right', test: 'code', codes: ['any_holder_par_any_time', 'any_holder_par_conditions'] },
        { field: 'redemption_fee', test: 'atMost', member: 'bps', limit: 0 },
      ],
    },
    sources: ['whitepaper', 'terms', 'page'],
    period: null,
    isUntested: true,
  },
  {
    ...{ id: 'ART-05', regime: 'MICA_ART', title: 'Holders receive no interest' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: { of: 'fields', fields: [{ field: 'yield_to_holders', test: 'code', codes: ['none'] }] },
    sources: ['whitepaper', 'terms', 'page'],
    period: null,
    isUntested: true,
  },
  {
    ...{ id: 'ART-06', regime: 'MICA_ART', title: 'Custodians of the reserve are named and licensed' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: {
      of: 'fields',
      fields: [
        { field: 'reserve_custodians', test: 'stated' },
        {
          field: 'custodian_status',
          test: 'code',
          codes: ['central_bank', 'credit_institution', 'trust_company', 'licensed_custodian'],
        },
      ],
    },
    sources: ['whitepaper', 'report', 'terms'],
    period: null,
    isUntested: true,
  },
  {
    ...{ id: 'ART-07', regime: 'MICA_ART', title: 'A procedure for complaints is published' },
    ...{ effectiveFrom: '2024-06-30', effectiveTo: null },
    evidence: { of: 'fields', fields: [{ field: 'complaints_contact', test: 'stated' }] },
    sources: ['whitepaper', 'terms', 'page'],
    period: null,
    isUntested: true,
  },
];
