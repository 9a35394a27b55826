import { createLru } from '../../../api/readmodel/memory/lru.ts';
import { memoizeFor } from '../../../api/readmodel/memory/memoize.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import {
  type ControlReading,
  readControls,
  readStatements,
  readSupply,
  type Statement,
  type SupplyReading,
} from './queries.ts';

/** What sources state of one token. */
export interface StatedFacts {
  readonly statements: readonly Statement[];
  readonly controls: readonly ControlReading[];
  /** Oldest first. */
  readonly supplies: readonly SupplyReading[];
}

/** Pages are public, so all readers share what was read for this long, milliseconds. */
const readForMs = 10_000;
const mostAssets = 200;

/** Reads what sources state of tokens. */
export function createStatementReader({
  clock,
  tables,
}: {
  readonly clock: () => number;
  readonly tables: TableReader;
}): (assetId: string) => Promise<StatedFacts> {
  const readers = createLru<string, () => Promise<StatedFacts>>(mostAssets);
  const read = async (assetId: string): Promise<StatedFacts> => {
    const [statements, controls, supplies] = await Promise.all([
      readStatements(tables, [assetId]),
      readControls(tables, assetId),
      readSupply(tables, assetId),
    ]);
    return { statements, controls, supplies };
  };
  return (assetId) => {
    const known = readers.get(assetId) ?? memoizeFor(readForMs, clock, () => read(assetId));
    readers.set(assetId, known);
    return known();
  };
}
