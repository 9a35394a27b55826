import { FetchRefusal } from './fetch-types.ts';
import { parseUrl } from '../../schemas/values/parse-url.ts';

export interface GuardedUrl {
  readonly url: URL;
  /** On the allow-list: private addresses and any port are permitted. */
  readonly allowed: boolean;
}

/** Scheme, the longest name of a host and a port, characters. */
const longestShown = 270;

/**
 * Checks one hop of a request before connecting: scheme, credentials, port and host. The agent checks whether the address is
 * public when it connects, because only then is the resolved address certain.
 */
export function guardUrl(
  text: string,
  hosts: readonly string[] | 'any',
  allow: ReadonlySet<string>,
  redirected: boolean,
): GuardedUrl {
  const url = parseUrl(text);
  if (url === null) throw new FetchRefusal('invalid_url', `${JSON.stringify(text.slice(0, 200))} is not a URL.`);
  // A redirect's host may be as long as a header.
  const shown = `${url.protocol}//${url.host}`.slice(0, longestShown);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchRefusal('invalid_url', `${shown} is neither http nor https.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchRefusal(
      'invalid_url',
      `The URL for ${url.host.slice(0, longestShown)} carries credentials; none are sent.`,
    );
  }
  const allowed = allow.has(`${url.hostname}:${portOf(url)}`);
  if (url.port !== '' && portOf(url) !== 80 && portOf(url) !== 443 && !allowed) {
    throw new FetchRefusal('invalid_url', `${shown}: port ${url.port} is not among the ports fetched from (80, 443).`);
  }
  if (hosts !== 'any' && !hosts.some((host) => host.toLowerCase() === url.hostname)) {
    const outcome = redirected ? 'moved' : 'invalid_url';
    throw new FetchRefusal(
      outcome,
      `${redirected ? 'The source redirects to ' : ''}${shown}, which is not among its hosts.`,
    );
  }
  return { url, allowed };
}

/** Effective port of an http or https URL. */
export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
