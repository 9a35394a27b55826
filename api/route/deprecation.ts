import type { Route } from './route.ts';
import { dayMs } from '../../schemas/values/durations.ts';

/** Shortest time from the announcement of a removal to the removal, days (conformance V-04). */
const shortestNoticeDays = 180;

/**
 * Headers of a deprecated route: since when (RFC 9745), when it will be removed (RFC 8594), and the page that explains it.
 * Empty for any other route. Throws at start if the notice is too short.
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
