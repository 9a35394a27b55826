/** Facts of a reserve report: their shapes with what follows from them. */
import { instruments, type InstrumentsValue, reserveReport } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { type AssetParts, withCollateral } from '../../composition/parts.ts';
import { stored } from '../family.ts';
import { fromSoundCapture as follow } from '../source/source-trust.ts';
import { applyInstruments } from './apply-instruments.ts';
import { collateralOf } from './collateral-state.ts';
import { readSet } from './members.ts';

/** Instruments of the established set, and those of a list that is not complete: it takes none away. */
function compose(parts: AssetParts, value: InstrumentsValue, observation: Observation, state: KeyedState): AssetParts {
  const established = collateralOf(state, observation)?.established?.holdings.members ?? [];
  const listed = value.complete ? [] : readSet(value).members;
  return withCollateral(
    parts,
    [...established, ...listed].map(({ isin }) => isin),
    observation,
  );
}

export const reserveFamilies = {
  instruments: stored(instruments, {
    follow,
    apply: (...given) => ({ changes: applyInstruments(...given) }),
    compose,
    repeats: 'always',
  }),
  reserve_report: stored(reserveReport, { follow }),
};

/** What a fact of a document is about, by its field. */
export const reserveFactOf = (field: string): keyof typeof reserveFamilies | undefined =>
  field === 'instruments' ? 'instruments' : field === 'report' ? 'reserve_report' : undefined;
