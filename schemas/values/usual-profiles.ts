import type { Term } from '../vocabulary.ts';

/** The profile that comes along for each kind of source. */
export const usualProfiles: Readonly<Record<Term<'sourceKind'>, string>> = {
  whitepaper: 'white-paper',
  terms: 'terms',
  report: 'reserve-report',
  page: 'page',
};
