import { parseUrl } from './parse-url.ts';
import { registrableHost } from './registrable-host.ts';
import { type SharedHost, sharedHosts, sharedSuffixes } from './shared-hosts.ts';

/**
 * The site of a publisher: the registrable domain of an address, and on a host that many share the part of the address that
 * names one of them, such as `s3.amazonaws.com/bucket`. Two addresses of one site are of one publisher. A shared host without
 * that part is returned as it is. Null when the address has no host.
 */
export function publishingSite(address: string): string | null {
  const own = registrableHost(address);
  const url = parseUrl(address);
  if (own === null || url === null) return own;
  const host = url.hostname.replace(/\.$/, '').replace(/^www\./, '');
  const suffix = sharedSuffixes.find((one) => host.endsWith(`.${one}`));
  if (suffix !== undefined)
    return `${
      host
        .slice(0, -suffix.length - 1)
        .split('.')
        .at(-1) ?? ''
    }.${suffix}`;
  const shared = sharedHosts.find((one) => isHost(one, host));
  const path = shared?.path.exec(url.pathname)?.[0];
  if (shared === undefined || path === undefined) return own;
  return `${host}${shared.isCaseless === true ? path.toLowerCase() : path}`;
}

function isHost({ host: pattern }: SharedHost, host: string): boolean {
  if (!pattern.includes('*')) return pattern === host;
  const [wanted, labels] = [pattern.split('.'), host.split('.')];
  return wanted.length === labels.length && wanted.every((label, at) => label === '*' || label === labels[at]);
}
