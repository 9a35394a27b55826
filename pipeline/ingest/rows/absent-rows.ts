/** Recognises rows that earlier files lacked in a new file. */
import { type RowPairing, pair } from './pairing.ts';
import type { NewRow, StoredRow } from './row-lifecycle.ts';

/** New rows that equal an absent row and no present one: the row returned unchanged. */
export function cameBack(
  absent: readonly StoredRow[],
  present: readonly StoredRow[],
  incoming: readonly NewRow[],
): ReadonlyMap<NewRow, StoredRow> {
  const taken = new Map<string, number>();
  for (const { exact } of present) taken.set(exact, (taken.get(exact) ?? 0) + 1);
  const waiting = new Map<string, StoredRow[]>();
  for (const row of absent) waiting.set(row.exact, [...(waiting.get(row.exact) ?? []), row]);
  const back = new Map<NewRow, StoredRow>();
  for (const row of incoming) {
    const others = taken.get(row.exact) ?? 0;
    if (others > 0) {
      taken.set(row.exact, others - 1);
      continue;
    }
    const earlier = waiting.get(row.exact)?.shift();
    if (earlier !== undefined) back.set(row, earlier);
  }
  return back;
}

/** Absent rows that returned: the unchanged ones, and those that the cascade recognises among unpaired rows. */
export function pairAbsent(
  absent: readonly StoredRow[],
  back: ReadonlyMap<NewRow, StoredRow>,
  pairing: RowPairing<StoredRow, NewRow>,
): ReadonlyMap<NewRow, StoredRow> {
  const returned = new Set(back.values());
  const leftOver = [...pairing.added, ...pairing.held.flatMap((group) => group.after)];
  const later = pair(
    absent.filter((row) => !returned.has(row)),
    leftOver,
  );
  return new Map([...back, ...later.pairs.map(({ before, after }) => [after, before] as const)]);
}

/** Held rows that the cascade now recognises in one of their candidates: candidate to held row. */
export function pairHeld(
  absent: readonly StoredRow[],
  resumed: ReadonlyMap<NewRow, StoredRow>,
  pairing: RowPairing<StoredRow, NewRow>,
): ReadonlyMap<NewRow, StoredRow> {
  const found = new Set(resumed.values());
  const groups = new Map<string, StoredRow[]>();
  for (const row of absent) {
    if (row.state.status !== 'held' || found.has(row)) continue;
    const key = row.state.successorRowIds.join(' ');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const rekeyed = new Map<NewRow, StoredRow>();
  for (const rows of groups.values()) {
    const candidates = pairing.pairs.filter(({ before }) => rows[0]?.state.successorRowIds.includes(before.id));
    const again = pair(
      rows,
      candidates.map(({ after }) => after),
    );
    for (const { before, after } of again.pairs) rekeyed.set(after, before);
  }
  return rekeyed;
}
