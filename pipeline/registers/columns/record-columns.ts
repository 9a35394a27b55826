/** Columns of records of legal entities, of their relations, and of financial instruments. */
import { code, looseDate, set, text } from './kinds.ts';
import { namesOf } from './tokens.ts';

export const recordColumns = {
  lei_status: code({
    meaning: 'The status of the registration of the LEI.',
    stake: 'The status shows whether the record of the entity is current, and whether the entity still exists.',
    recordTemplate: 'registrationStatus',
    beside: 'successor',
  }),
  entity_status: code({
    meaning: 'Whether the entity is legally registered and operating.',
    stake: 'Whether the entity operates decides whether a holder can turn to it.',
    recordTemplate: 'entityStatus',
  }),
  successor: text({
    meaning: 'The entity that follows the one of the record.',
    stake: 'A claim against an entity that has ended is directed against its successor.',
  }),
  previous_names: set({
    meaning: 'Earlier legal names of the entity.',
    stake: 'Documents under an earlier name are of the same entity.',
    members: namesOf,
  }),
  other_names: set({
    meaning: 'Further names of the entity.',
    stake: 'Further names tie the record to the names a holder meets.',
    members: namesOf,
  }),
  entity_category: code({
    meaning: 'The category of the entity: general, fund, branch or another.',
    stake: 'The category shows whether the entity is independent or part of another one.',
  }),
  legal_form: text({
    meaning: 'The legal form of the entity, ISO 20275.',
    stake: 'The legal form decides who answers for what the entity owes.',
  }),
  registration_number: text({
    meaning: 'The business register of the entity, or its number there.',
    stake: 'The number ties the record to one entry of a business register.',
  }),
  next_renewal: looseDate({
    meaning: 'The date by which the LEI is to be renewed.',
    stake: 'Until that date the record counts as current.',
  }),
  managing_lou: text({
    meaning: 'The LEI issuer that keeps the record.',
    stake: 'The LEI issuer checks what the record states.',
  }),
  relation: text({
    meaning: 'A particular of the relation between two legal entities.',
    stake: 'The relation shows who owns or controls a party of the token.',
    isRelation: true,
  }),
  isin: text({
    meaning: 'The identifier of the instrument, ISO 6166.',
    stake: 'The identifier ties the record to an instrument of the reserve.',
    isRelation: true,
  }),
  instrument: text({
    meaning: 'A particular of the instrument in its reference data.',
    stake: 'Reference data state who issued an instrument of the reserve and when it matures.',
    isRelation: true,
  }),
} as const;
