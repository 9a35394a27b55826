/** Rows of registers that name parties, read from the facts of their cells. */
import { type RegisterColumnValue, type RegisterListedValue, registerColumn } from '../../../../../schemas/facts.ts';
import { storedValue } from '../../../../../schemas/stored-value.ts';
import { exceptionColumns, relationshipColumns } from '../../../../registers/gleif-columns.ts';
import { type Fact, factKey } from '../../../fact.ts';
import type { ObservedState } from '../../family.ts';
import { isReached, timeOf } from '../follow/dates.ts';
import type { ExceptionRow, IssuerRow, RelationRow } from '../edge-state.ts';

/** Text of a cell; null while it is not known, because the row was not read as a whole. */
type CellText = (field: string) => string | null;

/** The cells of the row that the observation belongs to. */
function cellsOf({ state, observation }: ObservedState): CellText {
  const { assetId, subjectKind, subjectKey, sourceKey } = observation;
  return (field) => {
    const fact = state.get<Fact>(factKey({ assetId, subjectKind, subjectKey, field, sourceKey }));
    if (fact === undefined || fact.ended === true) return null;
    return storedValue(fact.value, registerColumn)?.text ?? '';
  };
}

const parents: Readonly<Record<string, RelationRow['role']>> = {
  IS_DIRECTLY_CONSOLIDATED_BY: 'parent',
  IS_ULTIMATELY_CONSOLIDATED_BY: 'ultimate_parent',
};

/** States of a record in which it no longer describes a relationship. A lapsed record is only not renewed. */
const endedRecords: readonly string[] = ['RETIRED', 'ANNULLED', 'DUPLICATE', 'PENDING_VALIDATION'];

type Read<R> = R | 'other' | 'incomplete';

/** A relationship record. `other`: a relationship that is not to a parent. */
export function readRelation(observed: ObservedState, listed: RegisterListedValue): Read<RelationRow> {
  const cell = cellsOf(observed);
  const c = relationshipColumns;
  const [child, type, parent] = [cell(c.start), cell(c.type), cell(c.end)];
  const [status, since, until, record] = [cell(c.status), cell(c.startDate), cell(c.endDate), cell(c.recordStatus)];
  if (child === null || type === null || parent === null) return 'incomplete';
  if (status === null || since === null || until === null || record === null) return 'incomplete';
  const role = Object.hasOwn(parents, type) ? parents[type] : undefined;
  if (role === undefined || parent === '') return 'other';
  const hasEnded = until !== '' && isReached(until, timeOf(observed.state, observed.observation));
  return {
    ...subjectOf(listed),
    child,
    role,
    parent: {
      name: parent,
      lei: parent,
      ...(since === '' ? {} : { since }),
      ...(until === '' ? {} : { until }),
    },
    isActive: status !== 'INACTIVE' && !endedRecords.includes(record) && !hasEnded,
    isNew: listed.news,
  };
}

const excepted: Readonly<Record<string, ExceptionRow['role']>> = {
  DIRECT_ACCOUNTING_CONSOLIDATION_PARENT: 'parent',
  ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT: 'ultimate_parent',
};

export function readException(observed: ObservedState, listed: RegisterListedValue): Read<ExceptionRow> {
  const cell = cellsOf(observed);
  const [child, category] = [cell(exceptionColumns.lei), cell(exceptionColumns.category)];
  const reason = cell(exceptionColumns.reason);
  if (child === null || category === null || reason === null) return 'incomplete';
  const role = Object.hasOwn(excepted, category) ? excepted[category] : undefined;
  if (role === undefined) return 'other';
  const reasons = reason.split('|').map((one) => one.trim());
  return { ...subjectOf(listed), child, role, reasons: reasons.filter((one) => one !== '') };
}

/** A row of a register of tokens that names this token: its LEI is that of the issuer. */
export function readIssuer(
  { entity, register, text }: RegisterColumnValue,
  listed: RegisterListedValue,
  { sourceKey: source, field }: ObservedState['observation'],
): IssuerRow | null {
  const lei = text.trim().toUpperCase();
  if (lei === '' || listed.matchedBy !== 'identifier' || listed.polarity !== 'authorised') return null;
  return { ...subjectOf(listed), source, field, register, issuer: { name: entity, lei }, isNew: listed.news };
}

const subjectOf = ({ subjectKey, sinceObservationId }: RegisterListedValue) => ({ subjectKey, sinceObservationId });
