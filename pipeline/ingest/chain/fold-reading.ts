import type { FeedCapture } from '../../../schemas/generated/records.ts';
import type { AssetState } from '../../chain/statement.ts';
import { emit, type Output } from '../../runtime/processor.ts';
import type { RunOutcome } from '../run-record.ts';
import { gateRound } from './chain-gate.ts';
import { type ChainEvidence, chainObservation } from './chain-observation.ts';
import type { ChainState } from './chain-state.ts';
import { type Comparison, compareReading } from './compare-reading.ts';
import { afterWriting, readingField } from './stated.ts';

/** A decoded cassette. */
export interface DecodedReading extends ChainEvidence {
  readonly states: readonly AssetState[];
}

export interface FoldedReading {
  readonly observations: readonly Output[];
  readonly outcome: RunOutcome;
}

/** A comparison of an asset that the cassette states. */
interface AssetComparison extends Comparison {
  readonly assetId: string;
}

/** Compares a decoded cassette with what was last stated, applies the gate, and writes what differs. */
export function foldReading(
  state: ChainState,
  { asOf, force }: Pick<FeedCapture, 'asOf' | 'force'>,
  reading: DecodedReading,
): FoldedReading {
  const compared = compareAll(state, reading, asOf);
  const outcome = { rows: compared.length, alarms: shownAlarms(compared) };
  const failure = gate(state, compared, reading, force);
  if (failure !== null) return { observations: [], outcome: { ...outcome, status: 'rejected', reason: failure } };
  const count = (kind: Comparison['outcome']): number => compared.filter((one) => one.outcome === kind).length;
  const counts = { added: count('first'), changed: count('changed'), removed: count('gone') };
  return {
    observations: writeAll(state, compared, asOf, reading),
    outcome: { ...outcome, status: 'accepted', forced: force, ...counts },
  };
}

const compareAll = (
  state: ChainState,
  { states, header: { plan, block } }: DecodedReading,
  at: number,
): readonly AssetComparison[] =>
  states.map((one) => ({
    assetId: one.assetId,
    ...compareReading(state.asset(one.assetId), one, { plan, at, block: block?.number ?? null }),
  }));

function gate(
  state: ChainState,
  compared: readonly AssetComparison[],
  { header }: DecodedReading,
  force: boolean,
): string | null {
  if (header.block === null) return null;
  const changed = compared.filter(({ differing }) => differing.length > 0);
  const differing = new Map(changed.map((one) => [one.assetId, one.differing]));
  const before = state.held();
  const { failure, held } = gateRound(differing, header.swept, header.block.number, before);
  const isPassed = failure === null || force;
  const after = failure !== null && force ? null : held;
  if (after !== before) state.hold(after);
  return isPassed ? null : failure;
}

/** Assets that a run names for the operator to check, at most; a broken node would otherwise list all of them. */
const mostAlarms = 20;

function shownAlarms(compared: readonly AssetComparison[]): readonly string[] {
  const alarms = compared.flatMap(({ alarm }) => alarm ?? []);
  const more = alarms.length - mostAlarms;
  return more <= 0 ? alarms : [...alarms.slice(0, mostAlarms), `${more} more assets have alarms.`];
}

function writeAll(
  state: ChainState,
  compared: readonly AssetComparison[],
  at: number,
  evidence: ChainEvidence,
): readonly Output[] {
  const { block } = evidence.header;
  const outputs: Output[] = [];
  for (const { assetId, write } of compared) {
    if (write.length === 0) continue;
    const last = state.asset(assetId);
    const written = write.map((fact) => {
      // An answer may be older than the statement that there was none: its block was final some minutes before.
      const observedAt = fact.field === readingField ? Math.max(at, last?.readAt ?? 0) : at;
      const observation = chainObservation(assetId, fact, observedAt, evidence);
      outputs.push(emit('observations', observation, observedAt));
      return observation;
    });
    state.putAsset(assetId, afterWriting(last, written, block?.number ?? null));
  }
  if (block !== null && outputs.length > 0 && block.number > (state.block()?.number ?? -1)) {
    state.putBlock({ number: block.number, hash: block.hash });
  }
  return outputs;
}
