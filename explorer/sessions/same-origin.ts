import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form comes from a page of ours. Browsers send `Sec-Fetch-Site` over https and on loopback; without it an
 * `Origin` equal to ours counts. Without both there is no evidence, so it does not (conformance U-16).
 */
export function isSameOrigin(headers: IncomingHttpHeaders, host: string, origins: readonly string[]): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return (
    origin !== undefined && (origins.includes(origin) || origin === `http://${host}` || origin === `https://${host}`)
  );
}
