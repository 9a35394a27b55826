import { parseUrl } from '../../../../schemas/values/parse-url.ts';

/** Addresses that show or forward a document that is at another address. */
interface Wrapper {
  readonly host: RegExp;
  readonly unwrap: (url: URL) => string | null;
}

const inParameter =
  (name: string) =>
  (url: URL): string | null =>
    url.searchParams.get(name);

/** The text between two others, at least one character; null where they are not there. */
function between(text: string, before: string, after: string): string | null {
  const start = text.indexOf(before) + before.length;
  const end = text.indexOf(after, start + 1);
  return start < before.length || end === -1 ? null : text.slice(start, end);
}

const wrappers: readonly Wrapper[] = [
  // Mail scanners and forwarders.
  { host: /^urldefense\.(?:com|us)$/, unwrap: ({ href }) => between(href, '/v3/__', '__;') },
  { host: /^[a-z0-9.-]+\.safelinks\.protection\.outlook\.com$/, unwrap: inParameter('url') },
  { host: /^(?:www\.)?google\.com$/, unwrap: (url) => (url.pathname === '/url' ? url.searchParams.get('q') : null) },
  // Viewers.
  {
    host: /^docs\.google\.com$/,
    unwrap: (url) => (/^\/g?view(?:er)?$/.test(url.pathname) ? url.searchParams.get('url') : null),
  },
  { host: /^view\.officeapps\.live\.com$/, unwrap: inParameter('src') },
  // File viewers of code hosts and file stores.
  {
    host: /^github\.com$/,
    unwrap: ({ pathname }) => {
      const [, owner, name, ref, path] = /^\/([^/]+)\/([^/]+)\/blob\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
      return path === undefined ? null : `https://raw.githubusercontent.com/${owner}/${name}/${ref}/${path}`;
    },
  },
  {
    host: /^gitlab\.com$/,
    unwrap: ({ href }) => (href.includes('/-/blob/') ? href.replace('/-/blob/', '/-/raw/') : null),
  },
  {
    host: /^drive\.google\.com$/,
    unwrap: ({ pathname }) => {
      const id = /^\/file\/d\/([\w-]+)/.exec(pathname)?.[1];
      return id === undefined ? null : `https://drive.google.com/uc?export=download&id=${id}`;
    },
  },
  {
    host: /^(?:www\.)?dropbox\.com$/,
    unwrap: (url) => {
      if (url.searchParams.get('dl') !== '0') return null;
      url.searchParams.set('dl', '1');
      return url.href;
    },
  },
];

/** Wrappers in wrappers that are unwrapped. */
const deepest = 3;

/** The address of the document that an address shows; itself when it is no known wrapper. */
export function unwrapped(address: string): string {
  let current = address;
  for (let depth = 0; depth < deepest; depth += 1) {
    const url = parseUrl(current);
    if (url === null) return current;
    const inner = wrappers.find(({ host }) => host.test(url.hostname))?.unwrap(url) ?? null;
    const target = inner === null ? null : parseUrl(inner);
    if (target === null || !/^https?:$/.test(target.protocol)) return current;
    current = target.href;
  }
  return current;
}
