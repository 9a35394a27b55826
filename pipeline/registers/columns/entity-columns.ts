/** Columns about the entity of a row. */
import { isLei } from '../../../schemas/values/lei.ts';
import { normaliseAuthority, normaliseCountry, normaliseName } from '../spellings.ts';
import { knownCountry, validLei } from './checks.ts';
import { link, text } from './kinds.ts';

export const entityColumns = {
  authority: text({
    meaning: 'The authority that supervises the entity.',
    stake: 'A holder turns to this authority with a complaint about the entity.',
    looseKey: normaliseAuthority,
  }),
  country: text({
    meaning: 'A state the entity belongs to: its home state, or the state of its LEI.',
    stake: 'The home state decides which authority and which law apply.',
    looseKey: normaliseCountry,
    check: knownCountry,
    blankIsGap: true,
  }),
  legal_name: text({
    meaning: 'The registered name of the entity.',
    stake: 'The legal name identifies the entity against which a holder has a claim.',
    blank: /^(?:n\/?a\.?|-+|not available)$/i,
    looseKey: normaliseName,
    isName: true,
    beside: 'previous_names',
    recordTemplate: 'legalName',
  }),
  commercial_name: text({
    meaning: 'The name under which the entity trades.',
    stake: 'The trading name ties the row to the names a holder meets.',
    looseKey: normaliseName,
    isName: true,
  }),
  lei: text({
    meaning: 'Legal Entity Identifier of the entity, ISO 17442.',
    stake: 'The identifier ties the row to one legal entity and to other registers.',
    check: validLei,
    corrects: isLei,
  }),
  service_provider: text({
    meaning: 'The crypto-asset service provider that the row names beside its entity.',
    stake: 'Where a trading platform draws up the white paper, the row names the platform here.',
  }),
  address: text({
    meaning: 'The registered address of the entity.',
    stake: 'Letters and legal documents go to this address.',
  }),
  website: link({
    meaning: 'The website of the entity.',
    stake: 'The entity publishes its documents at this site.',
  }),
} as const;
