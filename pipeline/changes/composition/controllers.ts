import { termsOf } from '../../../schemas/vocabulary.ts';
import { isSameWallet } from '../../../schemas/values/same-wallet.ts';
import type { AssetParts, ObservedControl } from './parts.ts';

/** What is known of an account on a chain; undefined where no reading described it. */
export const controlOf = (parts: AssetParts, address: string, caip2: string): ObservedControl | undefined =>
  parts.controls?.[`${address}\tchain:${caip2}`] ??
  Object.values(parts.controls ?? {}).find((one) => one.caip2 === caip2 && isSameWallet(one.address, address, caip2));

/** Authority types that each described account of a chain serves, directly or through others, by address. */
export function servedTypes(parts: AssetParts, caip2: string): ReadonlyMap<string, ReadonlySet<string>> {
  const served = new Map<string, Set<string>>();
  for (const { value, caip2: chain } of Object.values(parts.authorities)) {
    if (chain !== caip2) continue;
    for (let level: readonly string[] = [value.address]; level.length > 0; ) {
      const next: string[] = [];
      for (const address of level) {
        const types = served.get(address) ?? new Set<string>();
        if (types.has(value.type)) continue;
        served.set(address, types.add(value.type));
        next.push(...(controlOf(parts, address, caip2)?.next ?? []));
      }
      level = next;
    }
  }
  return served;
}

const specified: readonly string[] = termsOf('authorityType');

/** Authority types in the order of interface A (conformance A-28), then by alphabet. */
export const sortedTypes = (types: Iterable<string>): readonly string[] =>
  [...types].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));

const rank = (type: string): number => (specified.includes(type) ? specified.indexOf(type) : specified.length);
