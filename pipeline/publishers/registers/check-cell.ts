import type { RegisterColumn } from '../../ingest/feed.ts';
import type { Column } from '../../registers/columns/column.ts';
import { columnOf } from '../../registers/columns/columns.ts';
import { lostCharacter } from '../../registers/damaged-text.ts';
import { shown } from '../alarm-list.ts';

/** Content of a cell that does not fit its column. */
export interface CellProblem {
  /** Name of this kind of problem, in the plural. */
  readonly kind: string;
  /** A sentence without the place. */
  readonly problem: string;
}

const none: readonly CellProblem[] = [];

/**
 * A check of a column's cells; null when nothing can be wrong with them. It caches its results, since most cells of a
 * register repeat. `mayLose`: some cell of the file has the replacement character U+FFFD.
 */
export function cellCheck(column: RegisterColumn, mayLose: boolean): ((cell: string) => readonly CellProblem[]) | null {
  const { read, check, isPlaceholder } = columnOf(column.meaning);
  if (check === undefined && !mayLose) return null;
  const seen = new Map<string, readonly CellProblem[]>();
  return (cell) => {
    let problems = seen.get(cell);
    if (problems === undefined)
      seen.set(cell, (problems = problemsOf(column.name, cell, { read, check, isPlaceholder })));
    return problems;
  };
}

function problemsOf(
  name: string,
  cell: string,
  {
    read,
    check,
    isPlaceholder,
  }: Pick<Column, 'read' | 'isPlaceholder'> & { readonly check: Column['check'] | undefined },
): readonly CellProblem[] {
  const lost = cell.includes(lostCharacter)
    ? [
        {
          kind: 'cells with lost characters',
          problem: `${shown(cell)} in ${name} lost characters at the source.`,
        },
      ]
    : none;
  if (isPlaceholder(cell)) {
    return [...lost, { kind: 'placeholders', problem: `${shown(cell)} in ${name} stands for no date.` }];
  }
  const reading = read(cell);
  if (reading === null || check === undefined) return lost;
  const found = check(reading).map(({ kind, part, is }) => ({
    kind,
    problem: `${shown(part)} in ${name} is ${is}.`,
  }));
  return lost.length + found.length === 0 ? none : [...lost, ...found];
}
