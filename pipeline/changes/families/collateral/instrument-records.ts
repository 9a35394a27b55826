/** Reference data of the instruments of a reserve: facts of the asset. Their changes are those of the reserve, and the issuers become subjects. */
import { nullable, registerColumn, type RegisterColumnValue, registerListed } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { isLei } from '../../../../schemas/values/lei.ts';
import { firdsColumns } from '../../../registers/firds-columns.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { type AssetParts, withReserveIssuer } from '../../composition/parts.ts';
import { stored } from '../family.ts';
import { lastListed, openingSteps } from '../register-row/row-state.ts';
import { deriveReference, followReference } from './reference-data.ts';

/** Source of the reference data. */
export const referenceData = 'register:firds';

function composeIssuer(
  parts: AssetParts,
  value: RegisterColumnValue | null,
  observation: Observation,
  state: KeyedState,
): AssetParts {
  if (observation.field !== firdsColumns.issuer) return parts;
  const isin = lastListed(state, observation)?.subjectKey.slice('isin:'.length) ?? '';
  if (isin === '') return parts;
  const lei = value?.text.toUpperCase() ?? '';
  return withReserveIssuer(parts, isin, isLei(lei) ? lei : null);
}

export const instrumentFamilies = {
  instrument_record: stored(registerListed, openingSteps),
  instrument_cell: stored(nullable(registerColumn), {
    follow: followReference,
    compose: composeIssuer,
    derive: deriveReference,
  }),
};
