import type { Route } from '../route.ts';

/** Shortest time from the announcement of a removal to the removal, days (conformance V-04). */
const shortestNoticeDays = 180;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Headers of a route that will be removed: since when it is deprecated (RFC 9745), when it ends (RFC 8594) and where that
 * is explained. Empty for all others. Throws at start when the notice is too short.
 */
export function deprecationHeaders({ deprecation, method, path }: Route): Readonly<Record<string, string>> {
  if (deprecation === undefined) return {};
  const { since, sunset, more } = deprecation;
  if (sunset - since < shortestNoticeDays * dayMs) {
    throw new Error(`route ${method} ${path} gives less than ${shortestNoticeDays} days' notice of its end`);
  }
  return {
    Deprecation: `@${Math.floor(since / 1000)}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${more}>; rel="deprecation"`,
  };
}
