import { getDomain } from 'tldts';
import { parseUrl } from './parse-url.ts';

/**
 * The registrable domain of an address: `example.co.uk` of `https://www.example.co.uk/terms`, and `issuer.github.io` below a
 * private suffix (Public Suffix List, both sections). A host without one, such as an IP address, is returned whole. Null
 * when the address has no host.
 */
export function registrableHost(address: string): string | null {
  const host = parseUrl(address)?.hostname.replace(/\.$/, '') ?? '';
  if (host === '') return null;
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
