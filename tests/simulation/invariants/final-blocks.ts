import type { Simulation } from '../kernel/simulation.ts';
import type { ChainsState } from '../worlds/chains/chains-state.ts';
import { valuesSince } from './chain-evidence.ts';

const placeOfBlock = /^block:(\d+):(0x[0-9a-f]{64})/;

/**
 * Returns the check that nothing is stated from a block that is not final: every observation names a final block by number
 * and hash when it is committed. Call it at every commit.
 */
export function createFinalityCheck(simulation: Simulation, state: ChainsState): () => void {
  const from = new Map<number, number>();
  return () => {
    const { chain } = state;
    for (const { assetId, field, place } of valuesSince(state, 'observations', from)) {
      const [, number, hash] = placeOfBlock.exec(place ?? '') ?? [];
      if (number === undefined) continue;
      const violate = (what: string): void =>
        simulation.violate('final-blocks', `${field} of ${assetId} was read at block ${number}, ${what}`);
      if (Number(number) > chain.finalized.number) violate(`and block ${chain.finalized.number} is the last final one`);
      else if (chain.block(Number(number))?.hash !== hash) violate(`under a hash that no block of the chain has`);
    }
  };
}
