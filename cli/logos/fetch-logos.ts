import type { GuardedFetch } from '../../infra/fetch/fetch-types.ts';
import { whyNoLogo } from './declare-logos.ts';
import { largestLogo } from './logos.ts';

/** What an address answered: a logo, or why there is none, as a sentence. */
export type FetchedLogo =
  | { readonly kind: 'logo'; readonly bytes: Buffer; readonly finalUrl: string }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Fetches each address once, one after the other. An address that fails does not stop the others. A redirect to another
 * public host is followed: `finalUrl` is the address that served the bytes.
 */
export async function fetchLogos(
  fetch: GuardedFetch,
  urls: Iterable<string>,
): Promise<ReadonlyMap<string, FetchedLogo>> {
  const fetched = new Map<string, FetchedLogo>();
  for (const url of urls) if (!fetched.has(url)) fetched.set(url, await fetchLogo(fetch, url));
  return fetched;
}

async function fetchLogo(fetch: GuardedFetch, url: string): Promise<FetchedLogo> {
  const limits = { maximumBytes: largestLogo, maximumInflatedBytes: largestLogo };
  const result = await fetch({ url, hosts: 'any', contentTypes: 'any', limits });
  if (result.kind === 'failed') return { kind: 'failed', message: result.message };
  if (result.kind === 'not_modified') return { kind: 'failed', message: 'The server answered 304 to a first request.' };
  const reason = whyNoLogo('The file', result.bytes);
  return reason === null
    ? { kind: 'logo', bytes: result.bytes, finalUrl: result.url }
    : { kind: 'failed', message: `${reason}.` };
}
