/** Differences of two observed cells: members of sets, dates. */
import type { Cell } from './cell.ts';

/** The difference of two observed cells of a column, computed once and passed to every text about it. */
export interface CellChange {
  readonly before: Cell;
  readonly after: Cell;
  /** Whether both have the same content: no difference, or one of notation or spelling. */
  readonly isSame: boolean;
  readonly wasBlank: boolean;
  readonly isBlank: boolean;
  readonly members: MemberChange;
  /** Whether a member that is not blank was added, removed or moved. */
  readonly hasMembers: boolean;
  readonly date: DateMove;
}

/** Identifiers belong to the row: one that only changed columns was neither added nor removed. */
interface MemberChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Stated in another column of the row before, and in this one now. */
  readonly movedIn: readonly string[];
  /** No longer stated in this column, but in another one of the row. */
  readonly movedOut: readonly string[];
}

/** Everything about the difference of two cells that does not depend on their column. */
export function cellChange(before: Cell, after: Cell): Omit<CellChange, 'isSame'> {
  const members = memberChange(before, after);
  const { added, removed, movedIn, movedOut } = members;
  return {
    before,
    after,
    wasBlank: isBlank(before),
    isBlank: isBlank(after),
    members,
    hasMembers: [...added, ...removed, ...movedIn, ...movedOut].some((member) => member.trim() !== ''),
    date: dateMove(before, after),
  };
}

const isBlank = (cell: Cell): boolean => cell === null || cell.text.trim() === '';

/** Members of a set; a cell without members counts as one member, its text. */
const membersOf = (cell: Cell): readonly string[] =>
  cell === null ? [] : (cell.items ?? (isBlank(cell) ? [] : [cell.text]));

function memberChange(before: Cell, after: Cell): MemberChange {
  const [earlier, members] = [membersOf(before), membersOf(after)];
  const added = members.filter((member) => !earlier.includes(member));
  const removed = earlier.filter((member) => !members.includes(member));
  const [elsewhereBefore, elsewhere] = [before?.elsewhere ?? [], after?.elsewhere ?? []];
  const arrived = (member: string): boolean => elsewhereBefore.includes(member) && !elsewhere.includes(member);
  return {
    added: added.filter((member) => !arrived(member)),
    removed: removed.filter((member) => !elsewhere.includes(member)),
    movedIn: added.filter(arrived),
    movedOut: removed.filter((member) => elsewhere.includes(member)),
  };
}

export const sameMembers = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((member) => right.includes(member)) && right.every((member) => left.includes(member));

/** `unreadable`: at least one of the two cells is not a date. */
type DateMove = 'set' | 'emptied' | 'earlier' | 'later' | 'unreadable';

function dateMove(before: Cell, after: Cell): DateMove {
  if (isBlank(before)) return 'set';
  if (isBlank(after)) return 'emptied';
  if (before?.date === undefined || after?.date === undefined) return 'unreadable';
  return after.date < before.date ? 'earlier' : 'later';
}
