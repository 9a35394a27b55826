/** Columns about the authorisation or the breach that a row states. */
import { readServices, serviceText } from '../crypto-asset-services.ts';
import { economicAreaStates, knownServices, yesOrNo } from './checks.ts';
import { date, set, text } from './kinds.ts';
import { passportTokens } from './tokens.ts';

export const authorisationColumns = {
  authorisation_date: date({
    meaning: 'The date of the authorisation or of its notification.',
    stake: 'The authorisation is stated from this date on.',
    isPast: true,
  }),
  authorisation_end: date({
    meaning: 'The date on which the authorisation ends.',
    stake: 'After the end of its authorisation an entity is not authorised to offer what it covered.',
    endsAuthorisation: true,
  }),
  authorisation_kind: text({
    meaning: 'The kind of authorisation the entity has.',
    stake: 'The kind of authorisation decides which rules the entity is under.',
  }),
  exemption: text({
    meaning: 'Whether the entity uses an exemption from rules of the regulation.',
    stake: 'Rules that an exemption lifts do not protect the holder.',
    check: yesOrNo,
  }),
  services: set({
    meaning: 'The services the entity is authorised for.',
    stake: 'An entity offers only the services it is authorised for.',
    members: (cell) => readServices(cell).items,
    memberText: serviceText,
    check: knownServices,
  }),
  passport: set({
    meaning: 'The countries in which the entity is active under its authorisation.',
    stake: 'The authorisation covers an offer only in the countries named.',
    members: (cell) => passportTokens(cell).filter((token) => /^[A-Z]{2}$/.test(token)),
    check: economicAreaStates,
  }),
  infringement: text({
    meaning: 'Whether ESMA identified an infringement under Article 17 of Regulation (EU) No 1095/2010.',
    stake: 'The procedure concerns the national authority, not the entity.',
    check: yesOrNo,
  }),
  reason: text({
    meaning: 'Why the authority lists the entity, in its own words.',
    stake: 'The reason states the grounds of the decision.',
    blank: /^(?:n\/?a\.?|-+|none)$/i,
  }),
  decision_date: date({
    meaning: 'The date of the authority’s decision.',
    stake: 'The decision applies from this date on.',
    isPast: true,
  }),
  comments: text({
    meaning: 'Comments of the authority on the row.',
    stake: 'Comments state limits and particulars of the authorisation or the offer.',
  }),
  last_update: date({
    meaning: 'When the row was last edited.',
    stake: 'The date shows how recent the row is.',
    isEditorial: true,
  }),
} as const;
