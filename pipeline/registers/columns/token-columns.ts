/** Columns about the token and its white paper. */
import { date, identifiers, link } from './kinds.ts';

/** Places in which the two identifier columns state their identifiers, inside a sentence. */
const amongIdentifiers = 'among the token identifiers';
const asGroup = 'as functionally fungible group';

export const tokenColumns = {
  dti: identifiers({
    meaning: 'Digital Token Identifiers of the token, ISO 24165.',
    stake: 'The identifiers tie the row to tokens on particular chains.',
    places: { from: amongIdentifiers, to: asGroup },
  }),
  ffg: identifiers({
    meaning: 'The group of interchangeable tokens that the token belongs to, ISO 24165.',
    stake: 'The group ties the row to all forms of one token.',
    places: { from: asGroup, to: amongIdentifiers },
  }),
  white_paper_link: link({
    meaning: 'Where the white paper is published.',
    stake: 'The white paper states the rights of a holder.',
  }),
  white_paper_date: date({
    meaning: 'The date of the white paper or of its notification.',
    stake: 'The date shows which version of the white paper was notified.',
    isPast: true,
  }),
} as const;
