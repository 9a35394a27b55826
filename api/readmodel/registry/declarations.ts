import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import type { MemberChange } from './port.ts';

type Declaration = RegistryAsset | RegistryParty;

/** Identifies the content of a declaration: a form that shows it sends it back. */
export const declarationDigest = (declaration: Declaration): string => sha256Hex(canonicalJson(declaration));

/** Members that differ between two declarations, in the order of the later one. */
export const changedMembers = (before: Declaration, after: Declaration): readonly MemberChange[] =>
  Object.entries(after).flatMap(([member, value]: [string, unknown]) => {
    const earlier = (before as unknown as Readonly<Record<string, unknown>>)[member];
    return canonicalJson(earlier ?? null) === canonicalJson(value ?? null)
      ? []
      : [{ member, before: memberText(earlier), after: memberText(value) }];
  });

/** A value of a declaration as a person reads it; null for none. */
export function memberText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
