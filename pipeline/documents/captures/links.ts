/** Links of a page as a set of addresses. */
import { parseUrl } from '../../../schemas/values/parse-url.ts';

/** Schemes of links that are compared. */
const comparedSchemes = new Set(['https:', 'mailto:', 'tel:', 'ipfs:', 'ipns:', 'ar:', 'ftp:', 'ftps:']);

/**
 * Absolute addresses of links, each once, sorted. Relative ones are resolved against the page; `http` counts as `https`,
 * and a fragment, a default port and upper case in the host do not count (WHATWG URL). Links to the page itself are left
 * out.
 */
export function linkSet(links: readonly string[], pageUrl: string): readonly string[] {
  const page = resolved(pageUrl, undefined);
  const addresses = new Set<string>();
  for (const link of links) {
    const address = resolved(link, pageUrl);
    if (address !== null && address !== page) addresses.add(address);
  }
  return [...addresses].sort();
}

/** Members that only one of two sets has. */
export function setDifference(
  before: readonly string[],
  after: readonly string[],
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const old = new Set(before);
  const current = new Set(after);
  return {
    added: after.filter((member) => !old.has(member)),
    removed: before.filter((member) => !current.has(member)),
  };
}

function resolved(link: string, base: string | undefined): string | null {
  const url = parseUrl(link.toWellFormed(), base);
  if (url === null) return null;
  url.hash = '';
  const address = url.href.replace(/^http:/, 'https:').replace(/#$/, '');
  return comparedSchemes.has(address.slice(0, address.indexOf(':') + 1)) ? address : null;
}
