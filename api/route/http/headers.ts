import type { RequestContext } from './request-context.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Sets headers of an answer; a `Link` is appended to an existing one. It calls `node:http` directly: an answer has a dozen
 * headers, and the framework's setter, which also takes lists and objects, costs measurable time.
 */
export function setHeaders({ res }: Pick<RequestContext, 'res'>, headers: Headers): void {
  if (res.headersSent) return;
  for (const name in headers) {
    const value = headers[name] ?? '';
    const before = name === 'Link' ? res.getHeader(name) : undefined;
    res.setHeader(name, before === undefined ? value : joined(String(before), value));
  }
}

/** Merges headers: `more` wins, except that its `Link` is appended. */
export function withLinks(headers: Headers, more: Headers): Headers {
  const both = { ...headers, ...more };
  const [before, after] = [headers['Link'], more['Link']];
  return before === undefined || after === undefined ? both : { ...both, Link: joined(before, after) };
}

/** Lines of a list-based field may be combined with a comma (RFC 9110, 5.3). */
const joined = (before: string, after: string): string => `${before}, ${after}`;
