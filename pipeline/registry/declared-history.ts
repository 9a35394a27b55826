import type { RegistryAsset, RegistryParty, Vouching } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { DatedDeclaration } from './snapshot.ts';

/** One declaration of an asset or party, with what it changed. */
export interface DeclaredChange {
  /** Record time, milliseconds. */
  readonly declaredAt: number;
  /** Whether it is the first one; then it changed nothing. */
  readonly first: boolean;
  readonly changes: readonly { readonly member: string; readonly before: unknown; readonly after: unknown }[];
  /** Who decided and why, where this declaration records a decision. */
  readonly vouched: Vouching | null;
}

/** What each declaration changed, from all of one asset or party in log order; the newest first. */
export const declaredHistory = (
  declarations: readonly DatedDeclaration<RegistryAsset | RegistryParty>[],
): readonly DeclaredChange[] =>
  declarations
    .map(({ value, recordTime }, index) => {
      const before = declarations[index - 1]?.value;
      const changes = before === undefined ? [] : changedMembers(before, value);
      const decides = before === undefined || changes.some(({ member }) => member === 'vouched');
      return {
        declaredAt: recordTime,
        first: before === undefined,
        changes: changes.filter(({ member }) => member !== 'vouched'),
        vouched: decides ? value.vouched : null,
      };
    })
    .reverse();

function changedMembers(before: object, after: object): DeclaredChange['changes'] {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).flatMap(([member, value]: readonly [string, unknown]) =>
    canonicalJson(value) === canonicalJson(now.get(member)) ? [] : [{ member, before: value, after: now.get(member) }],
  );
}
