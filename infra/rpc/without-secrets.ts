/** Shorter parts of a URL are words as `v2`; a key is longer. */
const shortestSecret = 8;
/** A password may be short; one that is shorter than this would hide half of every text. */
const shortestPassword = 4;

/**
 * Replaces in a text every part of a URL that may be a key, in any case and in the spellings that programs give a text:
 * percent-encoded (also twice), escaped as in JSON or HTML, in base64 or in hex. Nodes repeat URLs and keys in their error
 * messages, and the operator's log is read by many. A spelling that is not among these passes, so no record has such a text.
 */
export function withoutSecrets(href: string): (text: string) => string {
  const secrets = secretsIn(href);
  return (text) => {
    const { plain, from, to } = plainFormOf(text);
    const found = secrets.flatMap((secret) => placesOf(secret, plain)).sort(([a], [b]) => a - b);
    let shown = '';
    let end = 0;
    for (const [first, last] of found) {
      const start = from[first] ?? 0;
      if (start >= end) shown += `${text.slice(end, start)}…`;
      end = Math.max(end, to[last] ?? 0);
    }
    return shown + text.slice(end);
  };
}

/** First and last index of each place of a secret. */
function placesOf(secret: string, text: string): readonly (readonly [first: number, last: number])[] {
  const places: [number, number][] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    places.push([at, at + secret.length - 1]);
  }
  return places;
}

/** In plain form. */
function secretsIn(href: string): readonly string[] {
  const url = new URL(href);
  const parts = [
    href,
    `${url.host}${url.pathname}`,
    url.host,
    ...url.hostname.split('.'),
    ...url.pathname.split('/'),
    ...url.search.slice(1).split(/[&=]/),
    ...url.searchParams.values(),
    url.hash.slice(1),
    url.username,
  ].map(decoded);
  const [user, password] = [url.username, url.password].map(decoded);
  const secrets = [
    ...parts.filter((part) => part.length >= shortestSecret),
    ...[password ?? ''].filter((part) => part.length >= shortestPassword),
    ...(url.password === '' ? [] : [`${user}:${password}`]),
  ];
  const spelled = secrets.flatMap((secret) => [secret, ...encodingsOf(secret)]);
  return [...new Set(spelled.map((secret) => plainFormOf(secret).plain))].filter((secret) => secret !== '');
}

/** Base64, also without its end, which depends on what follows; and hex. */
function encodingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const pieces = [bytes, bytes.subarray(0, bytes.length - (bytes.length % 3))];
  const in64 = pieces.flatMap((piece) => [piece.toString('base64').replaceAll('=', ''), piece.toString('base64url')]);
  return [...in64, bytes.toString('hex')];
}

interface PlainForm {
  /** Lower case, escapes resolved, one character for each byte in UTF-8. */
  readonly plain: string;
  /** Place of each of its characters in the text. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

const escape =
  /%(?:25)*([0-9a-f]{2})|\\+u(?:\{0*([0-9a-f]{1,6})\}|([0-9a-f]{4}))|&#x0*([0-9a-f]{1,6});?|&#0*(\d{1,7});?|\\+|[\u00ad\u200b-\u200d\u2060\ufeff]/iy;

function plainFormOf(text: string): PlainForm {
  const plain: string[] = [];
  const [from, to]: [number[], number[]] = [[], []];
  for (let at = 0, next = 0; at < text.length; at = next) {
    escape.lastIndex = at;
    const match = escape.exec(text);
    const codePoint = match === null ? (text.codePointAt(at) ?? 0) : pointOf(match);
    next = match === null ? at + String.fromCodePoint(codePoint ?? 0).length : escape.lastIndex;
    // A backslash alone escapes the character behind it, and some characters are not seen.
    if (codePoint === null) continue;
    const isByte = match?.[1] !== undefined;
    const bytes = isByte ? [codePoint] : Buffer.from(String.fromCodePoint(codePoint).toLowerCase(), 'utf8');
    for (const byte of bytes) {
      plain.push(String.fromCharCode(byte).toLowerCase());
      from.push(at);
      to.push(next);
    }
  }
  return { plain: plain.join(''), from, to };
}

/** The code of an escape sequence; null if it is not a valid one. */
function pointOf([, percent, braced, unicode, entity, decimal]: RegExpExecArray): number | null {
  const hex = percent ?? braced ?? unicode ?? entity;
  const point = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
  return Number.isNaN(point) || point > 0x10_ffff ? null : point;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
