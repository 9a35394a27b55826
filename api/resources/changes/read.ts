import type { Change } from '../../../schemas/generated/records.ts';
import type { ChangeStore } from '../../change-store.ts';
import type { RegistryReader } from '../../registry-index.ts';
import type { TableReader } from '../../table-reader.ts';
import { presentChange } from './present.ts';
import { readGroupMembers } from './queries.ts';
import type { PickedChange } from './visible.ts';

export interface ReadDependencies {
  readonly tables: TableReader;
  readonly store: ChangeStore;
  readonly registry: RegistryReader;
}

export interface ReadChange {
  readonly picked: PickedChange;
  readonly change: Change;
  /** As interface B shows it. */
  readonly item: object;
}

/** Words and groups of picked changes, in their order. */
export async function readPicked(
  picked: readonly PickedChange[],
  { tables, store, registry }: ReadDependencies,
): Promise<readonly ReadChange[]> {
  const [changes, members] = await Promise.all([store.read(picked), readGroupMembers(tables, picked)]);
  return picked.flatMap((one) => {
    const change = changes.get(one.id);
    if (change === undefined) return [];
    const group = members.get(change.groupId) ?? [change.id];
    return [{ picked: one, change, item: presentChange(change, one, group, registry) }];
  });
}
