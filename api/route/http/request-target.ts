import { parseUrl } from '../../../schemas/values/parse-url.ts';

/** The target of a request line (RFC 9112, 3.2). */
export interface RequestTarget {
  /** Path and query, as sent. */
  readonly path: string;
  /** Host of an absolute target, which counts instead of the `Host` header; null for a path. */
  readonly host: string | null;
}

/** Visible ASCII, without `#`: other characters cannot be in a target, and parsers disagree about them. */
const path = /^\/[!"$-~]*$/;

/** Whether a target is a path with an optional query. Every parser takes such a target. */
export const isPath = (target: string): boolean => path.test(target);

/** Reads a path, or an absolute http(s) URL without user; null for everything else. */
export function readTarget(target: string): RequestTarget | null {
  if (isPath(target)) return { path: target, host: null };
  const rest = /^https?:\/\/[^/?#@\\]+([/?].*)?$/i.exec(target);
  const url = rest === null ? null : parseUrl(target);
  if (rest === null || url === null) return null;
  const after = rest[1] ?? '/';
  const taken = after.startsWith('/') ? after : `/${after}`;
  return isPath(taken) ? { path: taken, host: url.host } : null;
}
