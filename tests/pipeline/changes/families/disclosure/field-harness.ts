/** One disclosed field through the fold, in short: the changes of each reading, and the established value after it. */
import type { FieldFact } from '../../../../../pipeline/changes/families/disclosure/field/field-fact.ts';
import { factKey } from '../../../../../pipeline/changes/fact.ts';
import {
  putSourceState,
  type SourceState,
  unseen,
} from '../../../../../pipeline/changes/families/source/source-state.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { hashOf } from '../../../../../schemas/values/hash.ts';
import { assetId, at, declaredAsset, observation } from '../../builders.ts';

export const hour = 3_600_000;
export const start = at('2026-03-02');

/** `redemption_fee` in tenths of a percent, by letter. */
const fees: Readonly<Record<string, unknown>> = { A: { bps: '10' }, B: { bps: '50' }, C: { bps: '90' }, '-': null };

export type Overrides = Partial<Omit<Observation, 'value'>> & { readonly value?: unknown };

/** A reading of the redemption fee in the terms, so many hours after the start; its bytes are its own. */
export function reading(
  hours: number,
  letter: string,
  { value = fees[letter], ...given }: Overrides = {},
): Observation {
  const observedAt = start + Math.round(hours * hour);
  return observation({
    field: 'redemption_fee',
    sourceKey: 'terms',
    quote: letter === '-' ? null : `The fee is ${letter}.`,
    sourceUrl: 'https://example.com/terms',
    sourceHash: `sha256:${hashOf({ observedAt })}`,
    artifactId: hashOf({ observedAt }),
    extractor: 'terms',
    extractionRule: 'selector:fees',
    documentClass: 'html',
    observedAt,
    ...given,
    value,
  });
}

export type Step = readonly [hours: number, letter: string, given?: Overrides];

/** An asset with readings of its redemption fee. */
export function fieldFold() {
  const { state, changes: all, apply } = declaredAsset({ regimes: [] });
  // The parties that a field names have tests of their own.
  const changes = (...readings: readonly Observation[]): readonly Change[] =>
    all(...readings).filter(({ category }) => category !== 'party_edge');
  const numbers = new Map<string, number>();
  return {
    state,
    apply,
    changes,
    /** The changes that the readings raise, in short. */
    raised: (...readings: readonly Observation[]): readonly string[] =>
      changes(...readings).map((change) => inShort(change, numbers)),
    /** The letter of the accepted value; while a draft is open, that of the established one and of the draft. */
    holds: (of: Observation = reading(0, 'A')): string => {
      const fact = state.get<FieldFact>(factKey(of));
      if (fact === undefined) return 'nothing';
      return fact.draft === null
        ? letterOf(fact.value)
        : `${letterOf(fact.draft.old.value)}, draft ${letterOf(fact.value)}`;
    },
    /** Sets the state of the document of the field. */
    stands: (trust: Partial<Pick<SourceState, 'suspectHashes' | 'settledHashes' | 'rewrittenAt'>>): void =>
      putSourceState(state, { assetId, sourceKey: 'terms' }, { ...unseen, ...trust }),
  };
}

const letterOf = (value: string | null): string =>
  Object.entries(fees).find(([, fee]) => (fee === null ? value === null : value === JSON.stringify(fee)))?.[0] ??
  value ??
  '';

/** `7 #1.0 value_changed/changed draft`: hour of the reading, number of the change, revision, kinds, state. */
function inShort(change: Change, numbers: Map<string, number>): string {
  const number = numbers.get(change.id) ?? numbers.size + 1;
  numbers.set(change.id, number);
  const { revision, explanation, changeKind, revisedAt, notableAt } = change;
  const notable =
    notableAt === null ? '' : notableAt === revisedAt ? ', notable' : `, notable since ${hourOf(notableAt)}`;
  return `${hourOf(revisedAt)} #${number}.${revision} ${explanation.kind}/${changeKind} ${stateOf(change)}${notable}`;
}

const hourOf = (time: number): number => Math.round(((time - start) / hour) * 100) / 100;

function stateOf({ disposition, lowSignal, confirmed, materiality }: Change): string {
  if (disposition === 'held') return 'draft';
  if (disposition === 'superseded') return 'withdrawn';
  if (lowSignal) return `low ${disposition}`;
  return confirmed ? `confirmed ${materiality ?? ''}`.trim() : 'open';
}
