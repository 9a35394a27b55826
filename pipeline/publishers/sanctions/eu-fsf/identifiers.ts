import type { ListedIdentifier } from '../../../../schemas/generated/records.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import { attributeText, childrenNamed, childTexts, type XmlElement } from '../../xml/xml-element.ts';
import { shown } from '../../alarm-list.ts';
import { distinct } from '../entry-lists.ts';
import { hasLabel } from '../identifier-labels.ts';
import { identifiersInText } from '../identifiers-in-text.ts';
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
    const code = attributeText(one, 'identificationTypeCode');
    const kind = kinds.get(code);
    const value = attributeText(one, 'number') || attributeText(one, 'latinNumber');
    if (value === '' || attributeText(one, 'knownFalse') === 'true') return [];
    const labelled = labelledIdentifiers(one, value, kind === undefined, entryId, reading);
    if (labelled.length > 0 || kind === undefined) return labelled;
    return [{ kind, value, country: countryOf(one, entryId, reading) }];
  });
  const websites = childrenNamed(entity, 'address').flatMap((address) =>
    childrenNamed(address, 'contactInfo')
      .filter((contact) => attributeText(contact, 'key') === 'WEB')
      .map((contact): ListedIdentifier => ({ kind: 'website', value: attributeText(contact, 'value'), country: null })),
  );
  return distinct([...identifiers, ...websites.filter(({ value }) => value !== '')], identifierText);
}

/** `OGRN 1027…` in the number, or a kind that only the remark states: `LEI`. */
function labelledIdentifiers(
  one: XmlElement,
  value: string,
  isOfUnknownKind: boolean,
  entryId: string,
  reading: ListReading,
): readonly ListedIdentifier[] {
  const text = isOfUnknownKind ? `${childTexts(one, 'remark').join(' ')} ${value}` : value;
  if (!hasLabel(text)) return [];
  const read = identifiersInText(text, (name) => reading.countries(name, null), isOfUnknownKind ? 'prose' : 'cell');
  const country = read.identifiers.some((found) => found.country === null) ? countryOf(one, entryId, reading) : null;
  return read.identifiers.map((found) => ({
    ...found,
    country: found.kind === 'lei' ? null : (found.country ?? country),
  }));
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
  ['taxid', 'tax'],
  ['euvat', 'tax'],
  ['swiftbic', 'bic'],
  ['imo', 'imo'],
  ['lei', 'lei'],
]);

/** Codes of documents of natural persons, and of numbers whose kind the list does not state. */
const otherCodes: ReadonlySet<string> = new Set(
  (
    'passport diplomaticpassport id ssn unssn birthcert nationcert travelcardid electionid residentperm drivinglicence NRN ' +
    'visa other'
  ).split(' '),
);

const contactKeys: ReadonlySet<string> = new Set('PHONE MOBILE FAX EMAIL WEB OTHER'.split(' '));
