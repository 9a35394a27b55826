/** Shorter parts of a URL are words as `v2`; a key is longer. */
const shortestSecret = 8;

/**
 * Replaces in a text every part of a URL that may be a key: nodes repeat URLs and keys in their error messages, and answers
 * are evidence that anyone may read.
 */
export function withoutSecrets(href: string): (text: string) => string {
  const url = new URL(href);
  const parts = [
    href,
    `${url.host}${url.pathname}`,
    url.host,
    ...url.pathname.split('/'),
    ...url.searchParams.values(),
    ...[url.username, url.password],
  ];
  const secrets = [...new Set(parts.flatMap((part) => [part, decoded(part)]))]
    .filter((part) => part.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
