import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { assetIdOf, type ChainsState } from '../worlds/chains/chains-state.ts';
import { expectedFacts } from '../worlds/chains/expected-facts.ts';
import { idOfFact, statedOf, valuesSince } from './chain-evidence.ts';

/** What the newest statements lack of the last final block, as a sentence; null when they lack nothing. */
export function missedChange(state: ChainsState): string | null {
  const newest = new Map<string, string | null>();
  for (const observation of valuesSince(state, 'observations', new Map())) {
    newest.set(`${observation.assetId} ${idOfFact(observation)}`, observation.value);
  }
  const { tokens, number } = state.chain.finalized;
  for (let n = 0; n < state.size.assets; n++) {
    for (const expected of expectedFacts(tokens, n)) {
      const id = `${assetIdOf(n)} ${expected.id}`;
      const [stated, shown] = [statedOf(expected, newest.get(id)), expected.value].map((one) =>
        canonicalJson(one ?? null),
      );
      if (stated !== shown)
        return `${id} is ${shown ?? ''} at block ${number}, and the newest statement is ${stated ?? ''}`;
    }
  }
  return null;
}

/**
 * No change of a watched account is written twice: an observation is on the log once, and a value follows an equal one only
 * where a single provider confirms what it stated alone, once.
 */
export function checkChangesOnce(simulation: Simulation, state: ChainsState): void {
  const ids = new Set<string>();
  const last = new Map<string, { readonly value: string | null; readonly count: number }>();
  for (const observation of valuesSince(state, 'observations', new Map())) {
    const { id, assetId, field, value, quorum } = observation;
    const fact = `${assetId} ${idOfFact(observation)}`;
    const violate = (what: string): void => simulation.violate('chain-changes', `${fact} ${what}: ${value ?? 'null'}`);
    if (ids.has(id)) violate('has the same observation twice');
    ids.add(id);
    if (field === 'chain_reading') continue;
    const before = last.get(fact);
    const count = before?.value === value ? before.count + 1 : 1;
    last.set(fact, { value, count });
    if (count > (quorum === 1 ? 2 : 1)) violate(`was stated ${count} times without a change between`);
  }
}
