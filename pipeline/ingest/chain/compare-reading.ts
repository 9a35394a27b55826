import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { type AssetState, factId } from '../../chain/statement.ts';
import { goneFact, heldAuthorities } from './authority-keys.ts';
import { type FactToWrite, isFigure, readingField, type StatedAsset } from './stated.ts';
import { type SettledFacts, settle } from './settle.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** A reading's block and agreement. */
export interface ReadAt {
  readonly plan: string;
  /** Milliseconds. */
  readonly at: number;
  /** Null when nothing was asked. */
  readonly block: number | null;
}

/** What a reading adds to what was stated of an asset. */
export interface Comparison {
  readonly write: readonly FactToWrite[];
  /** `gone`: the contract that was read before is no longer there. */
  readonly outcome: 'first' | 'changed' | 'gone' | 'same';
  /** Facts, other than figures, that differ from those stated before. */
  readonly differing: readonly FactToWrite[];
  /** What an operator should know, in a sentence; null: nothing. */
  readonly alarm: string | null;
}

const same: Comparison = { write: [], outcome: 'same', differing: [], alarm: null };

/** Compares a reading of an asset with what was last stated of it. */
export function compareReading(last: StatedAsset | undefined, state: AssetState, now: ReadAt): Comparison {
  switch (state.reading) {
    case 'not_observed':
      return readingAlone(last, state.reading);
    case 'unreadable':
      return unreadable(last, state, now);
    case 'no_contract':
      return noContract(last, state);
    case 'stated':
      return stated(last, state, now);
  }
}

const readingFact = (reading: string): FactToWrite => ({
  subjectKind: 'asset',
  subjectKey: '',
  field: readingField,
  value: canonicalJson(reading),
});

const readingAlone = (last: StatedAsset | undefined, reading: string): Comparison =>
  last?.reading === reading ? same : { ...same, write: [readingFact(reading)] };

/** A failed reading changes no fact of an asset that was read before. The publisher reports an asset whose readings keep failing. */
function unreadable(last: StatedAsset | undefined, state: AssetState, { block }: ReadAt): Comparison {
  if (block === null) return readingAlone(last, state.reading);
  const alarm = `${state.assetId} could not be read in full: ${shownList(state.unread)}.`;
  const isKnown = last?.reading === 'stated' || last?.reading === 'no_contract';
  return { ...(isKnown ? same : readingAlone(last, state.reading)), alarm };
}

const mostShown = 3;
const shownList = (names: readonly string[]): string =>
  names.length <= mostShown
    ? names.join(', ')
    : `${names.slice(0, mostShown).join(', ')} and ${names.length - mostShown} more`;

/** Who held an authority is not known to have given it up when the code is no longer there: the last holders stay. */
function noContract(last: StatedAsset | undefined, state: AssetState): Comparison {
  if (last?.reading === state.reading) return same;
  const reading = readingFact(state.reading);
  if (last?.whole !== true) return { ...same, write: [reading], outcome: 'first' };
  const gone = heldAuthorities(last).map(({ key }) => goneFact(key, 'contract_gone'));
  const alarm = `${state.assetId} has no contract at ${state.address} any more.`;
  return { write: [...gone, reading], outcome: 'gone', differing: [...gone, reading], alarm };
}

function stated(last: StatedAsset | undefined, state: AssetState, now: ReadAt): Comparison {
  const { facts, ended, vaults }: SettledFacts = settle(last, state);
  const isOtherPlan = last !== undefined && last.plan !== now.plan;
  const differing: FactToWrite[] = [];
  const write: FactToWrite[] = [];
  for (const fact of facts) {
    const known = last?.facts[factId(fact)];
    const differs = known?.value !== fact.value || fact.again;
    if (differs && !isFigure(fact.field)) differing.push(fact);
    const isConfirmed = known?.alone !== undefined && (now.block ?? 0) > known.alone;
    if (differs || isOtherPlan || isConfirmed) write.push(fact);
  }
  write.push(...ended);
  differing.push(...ended);
  const isFirst = last?.whole !== true;
  const isDue = isFirst || last.reading !== 'stated' || now.at - last.readAt >= dayMs;
  const isMarked = isDue || write.some(({ field }) => !isFigure(field));
  const changed = write.length > 0 && !isOtherPlan ? 'changed' : 'same';
  return {
    // Last, so that its reader knows that every fact of the reading is there.
    write: [...figuresLast(write).map(bare), ...(isMarked ? [readingFact('stated')] : [])],
    outcome: isFirst ? 'first' : changed,
    differing: isFirst || isOtherPlan ? [] : differing.map(bare),
    alarm: vaults.length === 0 ? null : lostVaults(state.assetId, vaults),
  };
}

/** A supply comes behind the accounts that could change it at the same block. */
const figuresLast = (facts: readonly FactToWrite[]): readonly FactToWrite[] => [
  ...facts.filter(({ field }) => !isFigure(field)),
  ...facts.filter(({ field }) => isFigure(field)),
];

const lostVaults = (assetId: string, vaults: readonly string[]): string =>
  `${assetId}: the multisig of ${shownList(vaults)} is not among its newest transactions; what was stated of it stays.`;

const bare = ({ subjectKind, subjectKey, field, value }: FactToWrite): FactToWrite => ({
  subjectKind,
  subjectKey,
  field,
  value,
});
