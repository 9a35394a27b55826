import { parseUrl } from '../../schemas/values/parse-url.ts';

const longest = 1_000;
/** Where paths are resolved to see what a browser makes of them. */
const anyHost = 'http://page.invalid';

/**
 * A path of ours as a browser resolves it, with its query; null for anything that may lead to another host: `//x`, `/\x`,
 * dots that leave a second slash, controls, and the same in percent-encoding, which a proxy may decode.
 */
export function ownPath(text: string): string | null {
  const url = /^\/[\x21-\x5b\x5d-\x7e]*$/.test(text) ? parseUrl(text, anyHost) : null;
  return url?.origin === anyHost && staysHere(url.pathname) ? `${url.pathname}${url.search}` : null;
}

/** Whether a path begins with one slash and has neither backslashes nor controls, however often it is decoded. */
function staysHere(path: string): boolean {
  let text = path;
  for (let times = 0; times < mostDecodings; times += 1) {
    try {
      const decoded = decodeURIComponent(text);
      if (/^\/\/|[\\\p{Cc}]/u.test(decoded)) return false;
      const resolved = new URL(anyHost + decoded.replaceAll(/[?#]/g, encodeURIComponent)).pathname;
      if (resolved === text) return !resolved.startsWith('//');
      text = resolved;
    } catch {
      return false;
    }
  }
  return false;
}

/** No link of ours is encoded more often. */
const mostDecodings = 5;

/** Where to go after a form: a path of ours, else the feed, which leads on to its usual view. */
export const nextPath = (text: string | null): string =>
  (text === null || text.length > longest ? null : ownPath(text)) ?? '/changes';

export const signInPath = (next: string): string => `/signin?next=${encodeURIComponent(next)}`;
