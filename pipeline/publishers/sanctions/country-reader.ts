import { type AlarmList, shown } from '../alarm-list.ts';
import { countryCode, isNoCountry } from './countries.ts';

/**
 * Country code of a name on a list; null when it names no country. An unknown name raises an alarm that includes
 * `where`, its place; with a null `where` it raises none. Caches the code of each name.
 */
export type CountryReader = (name: string, where: string | null) => string | null;

export function countryReader(alarms: AlarmList): CountryReader {
  const codes = new Map<string, string | null>();
  return (name, where) => {
    const known = codes.get(name);
    if (known !== undefined && (known !== null || where === null)) return known;
    const code = known === undefined ? countryCode(name) : known;
    codes.set(name, code);
    if (code === null && where !== null && !isNoCountry(name)) {
      alarms.add('unknown countries', `${shown(name)}, in ${where}, is no country of the table.`);
    }
    return code;
  };
}
