import type { Change } from '../../../../schemas/generated/records.ts';
import type { ChangeCache } from '../../memory/changes/change-cache.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import type { TableReader } from '../../tables/reader.ts';
import { presentChange } from './present.ts';
import { readGroupMembers } from './queries.ts';
import type { PickedChange } from './picked.ts';

export interface ReadDependencies {
  readonly tables: TableReader;
  readonly store: Pick<ChangeCache, 'read'>;
  readonly registry: RegistryReader;
}

export interface ChangeWithText {
  readonly picked: PickedChange;
  readonly change: Change;
  /** Ids of the changes of its group. */
  readonly group: readonly string[];
}

export interface ReadChange extends ChangeWithText {
  /** As interface B shows it. */
  readonly item: object;
}

/** Members of groups by group id. */
export type Groups = ReadonlyMap<string, readonly string[]>;

/** Picked changes with their texts and groups, in their order. */
export const withText = (
  picked: readonly PickedChange[],
  changes: ReadonlyMap<string, Change>,
  groups: Groups,
): readonly ChangeWithText[] =>
  picked.flatMap((one) => {
    const change = changes.get(one.id);
    return change === undefined ? [] : [{ picked: one, change, group: groups.get(change.groupId) ?? [change.id] }];
  });

/** Reads the texts and groups of picked changes. */
export async function readPicked(
  picked: readonly PickedChange[],
  { tables, store, registry }: ReadDependencies,
): Promise<readonly ReadChange[]> {
  const [changes, groups] = await Promise.all([store.read(picked), readGroupMembers(tables, picked)]);
  return withText(picked, changes, groups).map((one) => ({
    ...one,
    item: presentChange(one.change, one.picked, one.group, registry),
  }));
}
