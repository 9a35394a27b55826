import { openEmbeddedStore } from '../../../infra/state/embedded.ts';
import type { ChainBlock } from '../../../pipeline/chain/cassette-header.ts';
import { roundStateName } from '../../../pipeline/publishers/chain/rounds/assets/round-state.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { chainSlug, type ChainsState } from '../worlds/chains/chains-state.ts';
import { partitions } from '../worlds/observer.ts';

/**
 * Returns the check of what the rounds remember, at every commit: their block is final and never an earlier one, and hints
 * are known up to this block at most.
 */
export function createRoundCheck(simulation: Simulation, { observer, chain }: ChainsState): () => void {
  const { environments, catalogue } = observer;
  const store = openEmbeddedStore({
    processor: `attestry.${roundStateName(chainSlug)}`,
    environmentName: 'data',
    environment: environments.data,
    catalogue,
    announce: () => undefined,
  });
  let before = -1;
  const check = (partition: number): void => {
    const [tip, hinted] = ['tip', 'hinted'].map((key) => store.text(partition, key));
    if (tip === undefined) return;
    const { number, hash } = JSON.parse(tip) as ChainBlock;
    const violate = (what: string): void =>
      simulation.violate('round-checkpoints', `the rounds are at block ${number}, ${what}`);
    if (number > chain.finalized.number || chain.block(number)?.hash !== hash) violate('which is not final');
    if (number < before) violate(`and were at ${before} before`);
    if (Number(hinted ?? 0) > number) violate(`and have hints up to ${hinted ?? ''}`);
    before = number;
  };
  return () => {
    environments.data.refresh();
    partitions.forEach(check);
  };
}
