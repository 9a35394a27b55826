import type { Observation } from '../../../schemas/generated/records.ts';
import { type KeyedState, ok, type Result } from '../../runtime/processor.ts';
import { emitTokenFacts, tokenFacts } from '../token-facts/token-facts.ts';
import { emitFacts, establishedFacts } from './facts.ts';
import { authorityFacts } from './proved-authorities.ts';
import { noteReasons } from './ticks.ts';
import { watchFacts } from './watched-state.ts';

/** What `apply` gives, followed by the facts of the observation's asset that it established or ended. */
export function withFacts(
  stored: KeyedState,
  observation: Observation,
  offset: number,
  apply: (state: KeyedState) => Result,
): Result {
  const { state, before } = watchFacts(stored, observation.assetId);
  const result = apply(state);
  if (result.kind !== 'ok' || before.size === 0) return result;
  const facts = [
    ...establishedFacts(stored, before, observation, offset),
    ...authorityFacts(stored, before, observation, offset),
  ];
  noteReasons(stored, facts);
  const ofToken = tokenFacts(stored, before, observation, offset);
  if (facts.length + ofToken.length === 0) return result;
  const { observedAt } = observation;
  return ok([...result.outputs, ...emitFacts(facts, observedAt), ...emitTokenFacts(ofToken, observedAt)]);
}
