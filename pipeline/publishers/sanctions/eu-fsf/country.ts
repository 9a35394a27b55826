import { attributeText, type XmlElement } from '../../xml/xml-element.ts';
import { isCountryCode } from '../countries.ts';
import type { ListReading } from '../read-list-xml.ts';

/**
 * Country of a citizenship, an address or an identification: by its code, or else by its name; null when it has
 * neither.
 */
export function countryOf(part: XmlElement, entryId: string, { countries }: ListReading): string | null {
  const code = attributeText(part, 'countryIso2Code').toUpperCase();
  const usual = ownCodes.get(code) ?? code;
  if (isCountryCode(usual)) return usual;
  const name = attributeText(part, 'countryDescription');
  // "00" and "UNKNOWN" stand for no country. An unknown code without a name appears in the alarm as it is.
  return countries(name === '' && code !== '00' ? code : name, `entry ${entryId}`);
}

/** Codes of the European Union that differ from ISO 3166-1. */
const ownCodes: ReadonlyMap<string, string> = new Map([
  ['EL', 'GR'],
  ['UK', 'GB'],
]);
