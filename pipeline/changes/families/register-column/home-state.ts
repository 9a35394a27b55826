import { registerColumn } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import type { Cell } from '../../../registers/columns/cell.ts';
import { normaliseCountry } from '../../../registers/spellings.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { type Fact, factKey } from '../../fact.ts';

/** Columns of ESMA's files: the home state, and the states in which a service provider is active. */
const homeField = 'ae_homeMemberState';
const servicesField = 'ac_serviceCode_cou';

/**
 * Two cells of passport countries without the home state of the entity, where one side alone names it. Authorities write the
 * home state while there is no passport, and leave it out once there is one: the entity is active there either way. Beside a
 * blank cell, the home state alone is a blank cell, too.
 */
export function withoutHomeState(
  sides: readonly [before: Cell, after: Cell],
  { state, observation }: { readonly state: KeyedState; readonly observation: Observation },
): readonly [before: Cell, after: Cell] {
  const [before, after] = sides;
  // An offer of a token that leaves the home state is one less.
  const home = observation.field === servicesField ? homeOf(state, observation) : null;
  const names = (cell: Cell): boolean => home !== null && cell?.items?.includes(home) === true;
  if (names(before) === names(after)) return sides;
  const without = (cell: Cell, other: Cell): Cell => {
    if (cell === null || !names(cell)) return cell;
    const items = (cell.items ?? []).filter((one) => one !== home);
    return items.length === 0 && other === null ? null : { ...cell, items };
  };
  return [without(before, after), without(after, before)];
}

function homeOf(state: KeyedState, { assetId, subjectKind, subjectKey, sourceKey }: Observation): string | null {
  const fact = state.get<Fact>(factKey({ assetId, subjectKind, subjectKey, field: homeField, sourceKey }));
  if (fact === undefined || fact.ended === true || fact.value === null) return null;
  return normaliseCountry(storedValue(fact.value, registerColumn).text);
}
