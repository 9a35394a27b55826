/** Both sides of a join by their names: finds rows and assets whose names are near. */
import type { Subject } from '../../schemas/generated/records.ts';
import type { ValueOf } from '../../schemas/topics.ts';
import type { JoinRules, RowTopic } from './join-rules.ts';
import { createNameIndex, type NameIndex } from './names/finding/name-index.ts';
import type { ReadName } from './names/reading/word.ts';

export interface JoinNames<R extends RowTopic> {
  /** Replaces the names of a row by those that it has now. */
  readonly putRow: (rowKey: string, row: ValueOf<R>) => void;
  readonly putAsset: (assetId: string, subjects: readonly Subject[]) => void;
  readonly assetsNear: (rowKey: string) => readonly string[];
  /** Keys of rows, which may belong to partitions of other owners. */
  readonly rowsNear: (subjects: readonly Subject[]) => readonly string[];
}

export function createJoinNames<R extends RowTopic>({ names }: JoinRules<R>): JoinNames<R> {
  if (names === undefined) {
    return { putRow: () => undefined, putAsset: () => undefined, assetsNear: () => [], rowsNear: () => [] };
  }
  const [rows, assets] = [bothModes(), bothModes()];
  const ofRows = new Map<string, readonly ReadName[]>();
  return {
    putRow: (rowKey, row) => {
      const read = names.ofRow(row);
      rows.put(rowKey, read);
      if (read.length === 0) ofRows.delete(rowKey);
      else ofRows.set(rowKey, read);
    },
    putAsset: (assetId, subjects) => assets.put(assetId, subjects.flatMap(names.ofSubject)),
    assetsNear: (rowKey) => ownersNear(assets, ofRows.get(rowKey) ?? []),
    rowsNear: (subjects) => ownersNear(rows, subjects.flatMap(names.ofSubject)),
  };
}

/** An index of each mode: names of persons are compared with names of persons alone. */
function bothModes(): Pick<NameIndex, 'put' | 'near'> {
  const indexes = { organisation: createNameIndex('organisation'), person: createNameIndex('person') };
  return {
    put: (owner, names) => {
      for (const [mode, index] of Object.entries(indexes)) {
        index.put(
          owner,
          names.filter((name) => name.mode === mode),
        );
      }
    },
    near: (name) => indexes[name.mode].near(name),
  };
}

const ownersNear = (index: Pick<NameIndex, 'near'>, names: readonly ReadName[]): readonly string[] => [
  ...new Set(names.flatMap((name) => index.near(name).map(({ owner }) => owner))),
];
