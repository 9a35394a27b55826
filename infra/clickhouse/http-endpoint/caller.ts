import type { IncomingMessage } from 'node:http';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why this caller is refused, or null. A web page can send requests to loopback ports. Its browser reveals it by `Origin`,
 * by `Sec-Fetch-Site`, or, after DNS rebinding, by a foreign `Host`.
 */
export const callerRefusal = (message: IncomingMessage, allowedHosts: readonly string[]): string | null => {
  if (message.headers.origin !== undefined) return 'Requests from web pages (with an Origin header) are refused.';
  const site = message.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none') return 'Requests from web pages (with Sec-Fetch-Site) are refused.';
  const host = message.headers.host ?? '';
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (
    loopbackHosts.has(name) ||
    allowedHosts.some((allowed) => [host.toLowerCase(), name].includes(allowed.toLowerCase()))
  ) {
    return null;
  }
  return `Host ${JSON.stringify(host)} is not served here: use localhost or 127.0.0.1.`;
};
