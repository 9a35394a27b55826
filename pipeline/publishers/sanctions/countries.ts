import { countryNames } from './country-names.ts';

/**
 * ISO 3166-1 alpha-2 code of a country as a list names it, in English; null when the name is not known or names no
 * country of today. Word order, case, accents, punctuation, "of", "the" and "and" do not matter:
 * "Korea, North", "North Korea" and "KOREA (NORTH)" are one name.
 */
export function countryCode(name: string): string | null {
  return table().get(nameKey(name)) ?? null;
}

/** A text that lists print in place of a country: a state that ended, or a word for an unknown one. */
export function isNoCountry(name: string): boolean {
  const key = nameKey(name);
  return key === '' || (keysOfNoCountry ??= new Set(noCountryNames.split('|').map(nameKey))).has(key);
}

/** Whether a text is an alpha-2 code of the table, in capitals. */
export const isCountryCode = (code: string): boolean => Object.hasOwn(countryNames, code);

let codes: ReadonlyMap<string, string> | undefined;
let keysOfNoCountry: ReadonlySet<string> | undefined;

function table(): ReadonlyMap<string, string> {
  codes ??= new Map(
    Object.entries(countryNames).flatMap(([code, names]) => names.split('|').map((name) => [nameKey(name), code])),
  );
  return codes;
}

const fillers = new Set(['of', 'the', 'and']);

/** The words of a name, sorted: what is left of it when spelling and order are of no account. */
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

/** States that ended and what lists write where no country is known: understood, and no country of today. */
const noCountryNames =
  'USSR|Former USSR|Union of Soviet Socialist Republics|Former Union of Soviet Socialist Republics|Soviet Union|' +
  'Former Soviet Union|Yugoslavia|Former Yugoslavia|Yugoslavia, Former|Yugoslavia, Federal Republic of|' +
  'Federal Republic of Yugoslavia (Serbia and Montenegro)|Socialist Federal Republic of Yugoslavia|' +
  'Serbia and Montenegro|Czechoslovakia|German Democratic Republic|East Germany|Netherlands Antilles|' +
  'Stateless|None|Unknown|Undetermined|Not applicable|n/a|na|Not known|Region: Kafia Kingi|' +
  'Region: Northern Mali|Region: Persian Gulf|International';
