import { canonicalJson } from './values/canonical.ts';
import { nestsDeeperThan } from './values/nesting.ts';

type ParsedValue = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** Far more levels than any value of `schemas/facts.ts` or the catalogue has; it bounds every recursive walk. */
const deepest = 32;

/** Equality of facts is equality of RFC 8785 texts, so a value in any other spelling is refused. */
export function parseCanonical(text: string | null): ParsedValue {
  if (text === null) return { ok: true, value: null };
  try {
    const value: unknown = JSON.parse(text);
    if (nestsDeeperThan(value, deepest)) {
      return { ok: false, reason: `the value nests deeper than ${deepest} levels` };
    }
    return canonicalJson(value) === text
      ? { ok: true, value }
      : { ok: false, reason: 'the value is not in RFC 8785 form' };
  } catch {
    return { ok: false, reason: 'the value is not JSON text' };
  }
}
