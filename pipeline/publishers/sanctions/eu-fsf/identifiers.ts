import type { ListedIdentifier } from '../../../../schemas/generated/records.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import { attributeText, childrenNamed, type XmlElement } from '../../xml/xml-element.ts';
import { shown } from '../../alarm-list.ts';
import { distinct } from '../entry-lists.ts';
import { identifierText } from '../merge-entries.ts';
import type { ListReading } from '../read-list-xml.ts';
import { countryOf } from './country.ts';

/** Identifiers and websites of an entity that is not a natural person. */
export function readIdentifiers(
  entity: XmlElement,
  entryId: string,
  reading: ListReading,
): readonly ListedIdentifier[] {
  const identifiers = childrenNamed(entity, 'identification').flatMap((one): readonly ListedIdentifier[] => {
    const kind = kinds.get(attributeText(one, 'identificationTypeCode'));
    const value = attributeText(one, 'number') || attributeText(one, 'latinNumber');
    if (kind === undefined || value === '' || attributeText(one, 'knownFalse') === 'true') return [];
    return [{ kind, value, country: countryOf(one, entryId, reading) }];
  });
  const websites = childrenNamed(entity, 'address').flatMap((address) =>
    childrenNamed(address, 'contactInfo')
      .filter((contact) => attributeText(contact, 'key') === 'WEB')
      .map((contact): ListedIdentifier => ({ kind: 'website', value: attributeText(contact, 'value'), country: null })),
  );
  return distinct([...identifiers, ...websites.filter(({ value }) => value !== '')], identifierText);
}

/** Raises an alarm for each identification code that the Commission has not used before, also of natural persons. */
export function reportUnknownCodes(entity: XmlElement, { alarms }: ListReading): void {
  for (const one of childrenNamed(entity, 'identification')) {
    const code = attributeText(one, 'identificationTypeCode');
    if (!kinds.has(code) && !otherCodes.has(code)) {
      alarms.add('unknown kinds of identification', `${shown(code)} is a kind of identification not seen before.`);
    }
  }
  for (const address of childrenNamed(entity, 'address')) {
    for (const contact of childrenNamed(address, 'contactInfo')) {
      const key = attributeText(contact, 'key');
      if (!contactKeys.has(key)) {
        alarms.add('unknown kinds of contacts', `${shown(key)} is a kind of contact not seen before.`);
      }
    }
  }
}

const kinds: ReadonlyMap<string, Term<'listedIdentifierKind'>> = new Map([
  ['regnumber', 'registration'],
  ['tradelic', 'registration'],
  ['fiscalcode', 'tax'],
  ['swiftbic', 'bic'],
  ['imo', 'imo'],
  ['lei', 'lei'],
]);

/** Codes of documents of natural persons, and of numbers whose kind the list does not state. */
const otherCodes: ReadonlySet<string> = new Set(
  (
    'passport diplomaticpassport id ssn birthcert nationcert travelcardid electionid residentperm drivinglicence NRN ' +
    'visa other'
  ).split(' '),
);

const contactKeys: ReadonlySet<string> = new Set('PHONE MOBILE FAX EMAIL WEB OTHER'.split(' '));
