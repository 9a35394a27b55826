/** The join `screen` and the fold `detect` of one asset. The outputs of each are the inputs of the other, until there are none. */
import type { Output } from '../../pipeline/runtime/processor.ts';
import { createScreen } from '../../pipeline/screening/screen.ts';
import type { Change, Observation, RegistryParty, SanctionsEntry } from '../../schemas/generated/records.ts';
import type { PartyRole } from '../../schemas/vocabulary.ts';
import { declared, declaredParty, fold, issuerId } from '../pipeline/changes/builders.ts';
import { drive, feeds } from '../pipeline/screening/harness.ts';

export interface ScreeningWorld {
  /** Declares the asset with these parties; null removes a party. Returns the resulting changes in order. */
  readonly declare: (at: number, parties?: Readonly<Record<string, DeclaredParty | null>>) => readonly Change[];
  /** Applies a record of a list entry. */
  readonly list: (entry: SanctionsEntry, at: number) => readonly Change[];
  readonly observe: (...observations: readonly Observation[]) => readonly Change[];
  /** Compares all list entries with all declared subjects again. */
  readonly rescreen: () => readonly Output[];
  /** All changes so far, in order. */
  readonly changes: () => readonly Change[];
  readonly matches: (rowKey: string) => readonly { readonly subjectKey: string }[];
}

export interface DeclaredParty extends Partial<RegistryParty> {
  readonly roles?: readonly PartyRole[];
}

export const parentId = 'b4c8d2e3-2222-4333-8444-555566667777';

/** `seen` is called with every observation that the asset is folded from. */
export function screeningWorld(seen: (observation: Observation) => void = () => undefined): ScreeningWorld {
  const join = drive(createScreen({ feeds }));
  const asset = fold();
  const allChanges: Change[] = [];

  const folded = (observations: readonly Observation[]): readonly Output[] => {
    observations.forEach(seen);
    return asset.outputs(...observations);
  };

  const settle = (first: readonly Output[]): readonly Change[] => {
    const changes: Change[] = [];
    const queue = [...first];
    for (let output = queue.shift(); output !== undefined; output = queue.shift()) {
      if (output.topic === 'changes') changes.push(output.value);
      if (output.topic === 'asset.subjects') queue.push(...join.subjects(output.value.assetId, output.value.subjects));
      if (output.topic === 'observations') queue.push(...folded([output.value]));
    }
    allChanges.push(...changes);
    return changes;
  };

  return {
    declare: (at, parties = { [issuerId]: {} }) =>
      settle(
        folded([
          declared(at),
          ...Object.entries(parties).map(([partyId, given]) => {
            if (given === null) return declaredParty(at, null, [], partyId);
            const { roles = ['issuer'], ...members } = given;
            return declaredParty(at, members, roles, partyId);
          }),
        ]),
      ),
    list: (entry, at) => settle(join.row(entry, at)),
    observe: (...observations) => settle(folded(observations)),
    rescreen: () => join.restart(),
    changes: () => allChanges,
    matches: (rowKey) => join.matches(rowKey),
  };
}
