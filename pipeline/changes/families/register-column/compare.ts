import { columnOf } from '../../../registers/columns/columns.ts';
import type { Cell } from '../../../registers/columns/cell.ts';
import type { RegisterColumnValue } from '../../../../schemas/facts.ts';
import { accept, change, type Circumstances, type Decision } from '../../finding.ts';
import type { ObservedState } from '../family.ts';
import { lastListed } from '../register-row/row-state.ts';
import { explainCell } from './explain-cell.ts';
import { explainRecord } from './explain-record.ts';
import { formerNamesOf } from './former-names.ts';
import { withoutHomeState } from './home-state.ts';
import { blankCell } from './templates.ts';

/**
 * Cells of register rows and of LEI records. The column's meaning compares the two cells once; kind, texts and notes of the
 * change follow from that comparison. Relations between legal entities are input for links between parties: they raise no
 * change here.
 */
export function compareColumn(
  seen: Circumstances<RegisterColumnValue>,
  read: Cell,
  { state, observation }: ObservedState,
): Decision {
  const stated = read ?? seen.old ?? null;
  // The first reading of a cell is its baseline. A cell that was never filled has no name for a text.
  if (seen.old === undefined || stated === null) return accept;
  const sides = [seen.old, read] as const;
  const [old, current] = stated.meaning === 'passport' ? withoutHomeState(sides, { state, observation }) : sides;
  const column = columnOf(stated.meaning);
  const cell = column.compare(old, current);
  const isRecord = stated.matchedBy === 'party';
  if (cell.isSame || (isRecord && column.isRelation === true)) return accept;
  const formerly = isRecord || column.beside !== 'previous_names' ? [] : formerNamesOf(state, observation);
  const now = current === null || formerly.length === 0 ? current : { ...current, formerly };
  const row = lastListed(state, observation);
  const explain = isRecord ? explainRecord : explainCell;
  const {
    label,
    previous,
    current: stating,
    ...explained
  } = explain({
    column,
    cell: { ...cell, after: now },
    stated,
    field: seen.field,
    row,
    asOf: row?.asOf ?? seen.observedAt,
  });
  return change({
    category: 'register',
    ...explained,
    stage: 'confirmed',
    comparable: seen.sameLineage,
    comparison: { comparison: 'register_column', meaning: stated.meaning, old, new: now },
    field: { name: seen.field, label, ...column.field },
    before: previous.line,
    after: stating.line,
    previous: { label, value: previous.line ?? blankCell, note: previous.note },
    current: { label, value: stating.line ?? blankCell, note: stating.note },
  });
}
