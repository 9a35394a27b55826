import { countryNames } from '../../schemas/values/countries.ts';

/** "France (FR)"; what is no code of ISO 3166-1 alpha-2 stays as it is. */
export function countryText(code: string): string {
  const [name] = countryNames.get(code.toUpperCase()) ?? [];
  return name === undefined ? code : `${name} (${code.toUpperCase()})`;
}
