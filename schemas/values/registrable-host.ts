import { getDomain } from 'tldts';
import { parseUrl } from './parse-url.ts';

/**
 * The part of an address that somebody registered: `example.co.uk` of `https://www.example.co.uk/terms`, and
 * `issuer.github.io` where a suffix is let to others (Public Suffix List, both of its sections). Hosts without one, such
 * as IP addresses, stand for themselves. Null when the address has no host.
 */
export function registrableHost(address: string): string | null {
  const host = parseUrl(address)?.hostname.replace(/\.$/, '') ?? '';
  if (host === '') return null;
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
