/** The joins `screen` and `attribute`, and the fold `detect` of one asset. The outputs of each are the inputs of the others, until there are none. */
import type { Output } from '../../pipeline/runtime/processor.ts';
import { createAttribute } from '../../pipeline/screening/attribute.ts';
import { createScreen } from '../../pipeline/screening/screen.ts';
import { feeds as published } from '../../pipeline/publishers/feeds.ts';
import type {
  Change,
  Observation,
  RegisterRow,
  RegistryParty,
  SanctionsEntry,
  Subject,
} from '../../schemas/generated/records.ts';
import type { PartyRole } from '../../schemas/vocabulary.ts';
import { declared, declaredParty, fold, issuerId } from '../pipeline/changes/builders.ts';
import { drive, feeds } from '../pipeline/screening/harness.ts';

export interface ScreeningWorld {
  /** Declares the asset with these parties; null removes a party. Returns the resulting changes in order. */
  readonly declare: (at: number, parties?: Readonly<Record<string, DeclaredParty | null>>) => readonly Change[];
  /** Applies a record of a list entry. */
  readonly list: (entry: SanctionsEntry, at: number) => readonly Change[];
  /** Applies a row of a published register. */
  readonly register: (row: RegisterRow, at: number) => readonly Change[];
  /** The subjects that the asset names now. */
  readonly subjects: () => readonly Subject[];
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
  const registers = drive(createAttribute({ registers: published }));
  let named: readonly Subject[] = [];
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
      if (output.topic === 'asset.subjects') {
        const { assetId, subjects } = output.value;
        named = subjects;
        queue.push(...join.subjects(assetId, subjects), ...registers.subjects(assetId, subjects));
      }
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
    register: (row, at) => settle(registers.row(row, at)),
    subjects: () => named,
    observe: (...observations) => settle(folded(observations)),
    rescreen: () => join.restart(),
    changes: () => allChanges,
    matches: (rowKey) => join.matches(rowKey),
  };
}
