import type { EnvironmentTables } from './environment.ts';
import { offsetIn } from './keys.ts';

/** Next offset of a partition. */
export function endOf(tables: Pick<EnvironmentTables, 'ends'>, slot: number): number {
  const bytes = tables.ends.get({ slot, offset: 0 });
  return bytes === undefined ? 0 : offsetIn(bytes);
}
