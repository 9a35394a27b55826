import type { RegisterColumnValue, RegisterListedValue } from '../../../schemas/facts.ts';
import { nameOfSource } from '../../../schemas/terms/source-keys.ts';
import type { RegisterRow } from './facts.ts';
import type { CellRow } from './queries.ts';

/**
 * The rows of registers that cells belong to.
 * @param subjects keys of what the asset names now: a match that it caused to end has no last reading
 */
export function registerRows(cells: readonly CellRow[], subjects: ReadonlySet<string>): readonly RegisterRow[] {
  return cells.flatMap((cell) => {
    if (cell.field !== 'listed' || cell.value === null) return [];
    const { status, register, matchedBy, polarity, subjectKey } = cell.value as RegisterListedValue;
    const own = cells.filter((one) => one.rowId === cell.rowId && one.sourceKey === cell.sourceKey);
    return [
      {
        feed: nameOfSource(cell.sourceKey),
        register,
        matchedBy,
        polarity,
        status,
        isOfToken: subjects.has(subjectKey),
        endsAt: endIn(own),
        isInactive: columnsOf(own, 'entity_status').some(({ text }) => text === 'INACTIVE'),
      },
    ];
  });
}

const columnsOf = (
  cells: readonly CellRow[],
  meaning: RegisterColumnValue['meaning'],
): readonly RegisterColumnValue[] =>
  cells.flatMap(({ value }) => (value !== null && 'meaning' in value && value.meaning === meaning ? [value] : []));

function endIn(cells: readonly CellRow[]): number | null {
  const days = columnsOf(cells, 'authorisation_end').flatMap(({ date }) => date ?? []);
  return days.length === 0 ? null : Math.min(...days.map((day) => Date.parse(day)));
}
