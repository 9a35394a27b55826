import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { type ChainsState, numberOf } from '../worlds/chains/chains-state.ts';
import { expectedFacts } from '../worlds/chains/expected-facts.ts';
import { idOfFact, statedOf, valuesSince } from './chain-evidence.ts';

/** What is stated of a token is what the chain had at the block that the statement names. */
export function checkChainStatements(simulation: Simulation, state: ChainsState): void {
  for (const observation of valuesSince(state, 'observations', new Map())) {
    const { assetId, place, value } = observation;
    const block = state.chain.block(Number(place?.split(':')[1] ?? -1));
    if (block === undefined) continue;
    const id = idOfFact(observation);
    const expected = expectedFacts(block.tokens, numberOf(assetId)).find((fact) => fact.id === id);
    // What ends with another reading has no value.
    if (expected === undefined || (value === null && id.endsWith('control'))) continue;
    const [stated, shown] = [statedOf(expected, value), expected.value].map((one) => canonicalJson(one ?? null));
    if (stated === shown) continue;
    const message = `${id} of ${assetId} is ${shown ?? ''} at block ${block.number}, and was stated as ${stated ?? ''}`;
    simulation.violate('chain-statements', message);
  }
}
