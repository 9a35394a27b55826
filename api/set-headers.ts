import type { RequestContext } from './request-context.ts';

/** Sets headers of an answer. Every answer has a dozen: the framework's own way, which takes lists and objects, adds up. */
export function setHeaders({ res }: Pick<RequestContext, 'res'>, headers: Readonly<Record<string, string>>): void {
  if (res.headersSent) return;
  for (const name in headers) res.setHeader(name, headers[name] ?? '');
}
