import { parseUrl } from '../../schemas/values/parse-url.ts';

/** The host of an address that a page may link to; null unless it is http or https without credentials. */
export function sourceHost(url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return null;
  return parsed.username === '' && parsed.password === '' ? parsed.host : null;
}
