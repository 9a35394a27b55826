import type { RequestContext } from './request-context.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Sets headers of an answer; links are added to those there are. Every answer has a dozen: the framework's own way, which
 * takes lists and objects, adds up.
 */
export function setHeaders({ res }: Pick<RequestContext, 'res'>, headers: Headers): void {
  if (res.headersSent) return;
  for (const name in headers) {
    const value = headers[name] ?? '';
    const before = name === 'Link' ? res.getHeader(name) : undefined;
    res.setHeader(name, before === undefined ? value : joined(String(before), value));
  }
}

/** Headers and further ones, which replace those of the same name, except that links are added. */
export function withLinks(headers: Headers, more: Headers): Headers {
  const both = { ...headers, ...more };
  const [before, after] = [headers['Link'], more['Link']];
  return before === undefined || after === undefined ? both : { ...both, Link: joined(before, after) };
}

/** Fields of a list are one field with a comma (RFC 9110, 5.3). */
const joined = (before: string, after: string): string => `${before}, ${after}`;
