import type { Obligation } from '../rule.ts';

/** Other crypto-assets under MiCA. */
export const micaOther: readonly Obligation[] = [
  {
    id: 'OTH-01',
    regime: 'MICA_OTHER',
    title: 'The white paper is published',
    effectiveFrom: '2024-12-30',
    effectiveTo: null,
    evidence: { of: 'document', register: 'register:esma-other', classes: ['ixbrl_esma', 'xhtml', 'pdf'] },
    sources: ['whitepaper'],
    period: null,
  },
  {
    id: 'OTH-02',
    regime: 'MICA_OTHER',
    title: 'Retail holders may withdraw for 14 days',
    effectiveFrom: '2024-12-30',
    effectiveTo: null,
    evidence: { of: 'fields', fields: [{ field: 'withdrawal_right', test: 'atLeast', member: 'days', limit: 14 }] },
    sources: ['whitepaper'],
    period: null,
  },
  {
    id: 'OTH-03',
    regime: 'MICA_OTHER',
    title: 'The white paper is modified when facts change',
    effectiveFrom: '2024-12-30',
    effectiveTo: null,
    evidence: null,
    unread: 'no rule decides which changes of facts a white paper has to follow',
    sources: ['whitepaper'],
    period: null,
  },
  {
    id: 'OTH-04',
    regime: 'MICA_OTHER',
    title: 'The white paper states that the whole value can be lost',
    effectiveFrom: '2024-12-30',
    effectiveTo: null,
    evidence: null,
    unread: 'no reader states the warnings of a white paper',
    sources: ['whitepaper'],
    period: null,
  },
];
