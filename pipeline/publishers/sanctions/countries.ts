import { countryNames, isCountry } from '../../../schemas/values/countries.ts';
import { namesOnLists } from './country-names.ts';

/**
 * ISO 3166-1 alpha-2 code of a country by its English name on a list; null when the name is unknown or names no
 * present country. Word order, case, accents, punctuation, "of", "the" and "and" do not matter:
 * "Korea, North", "North Korea" and "KOREA (NORTH)" are one name.
 */
export function countryCode(name: string): string | null {
  return table().get(nameKey(name)) ?? null;
}

/** Whether a text names a former state, or stands for an unknown country. */
export function isNoCountry(name: string): boolean {
  const key = nameKey(name);
  return key === '' || (keysOfNoCountry ??= new Set(noCountryNames.split('|').map(nameKey))).has(key);
}

/** Whether a text is an alpha-2 code that lists use, in capitals. */
export const isCountryCode = (code: string): boolean => isCountry(code) || namesOnLists.has(code);

let codes: ReadonlyMap<string, string> | undefined;
let keysOfNoCountry: ReadonlySet<string> | undefined;

function table(): ReadonlyMap<string, string> {
  codes ??= new Map(
    [...countryNames, ...namesOnLists].flatMap(([code, names]) => names.map((name) => [nameKey(name), code])),
  );
  return codes;
}

const fillers = new Set(['of', 'the', 'and']);

/** The words of a name, sorted, in a form without spelling differences. */
function nameKey(name: string): string {
  const words = name
    .slice(0, 200)
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’`.*]/g, '')
    .split(/[^a-z0-9]+/)
    .map((word) => (word === 'st' ? 'saint' : word))
    .filter((word) => word !== '' && !fillers.has(word));
  return words.toSorted().join(' ');
}

/** Former states, and the texts that lists print for an unknown country. They raise no alarm and give no code. */
const noCountryNames =
  'USSR|Former USSR|Union of Soviet Socialist Republics|Former Union of Soviet Socialist Republics|Soviet Union|' +
  'Former Soviet Union|Yugoslavia|Former Yugoslavia|Yugoslavia, Former|Yugoslavia, Federal Republic of|' +
  'Federal Republic of Yugoslavia (Serbia and Montenegro)|Socialist Federal Republic of Yugoslavia|' +
  'Serbia and Montenegro|Czechoslovakia|German Democratic Republic|East Germany|Netherlands Antilles|' +
  'Stateless|None|Unknown|Undetermined|Not applicable|n/a|na|Not known|Region: Kafia Kingi|' +
  'Region: Northern Mali|Region: Persian Gulf|International';
