/** Which regimes apply to an asset, and since when. */
import { registerListed } from '../../schemas/facts.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import type { Regime } from '../../schemas/vocabulary.ts';
import type { AssetFacts, CurrentFact } from './facts.ts';

/** Registers whose row about a token states its regime. */
export const regimesOfRows: Readonly<Record<string, Regime>> = {
  'register:esma-emtwp': 'MICA_EMT',
  'register:esma-artzz': 'MICA_ART',
  'register:esma-other': 'MICA_OTHER',
};

export interface StatedRegime {
  readonly evidence: CurrentFact;
  /** It began to apply after the asset was registered, and what states it is new. */
  readonly isNew: boolean;
}

/** The regimes that the declaration or a row about the token states; the earliest statement speaks for each. */
export function statedRegimes(facts: AssetFacts): ReadonlyMap<string, StatedRegime> {
  const stated = new Map<string, StatedRegime>();
  const add = (regime: string, evidence: CurrentFact, isNews: boolean): void => {
    const isNew = isNews && facts.registeredAt !== null && evidence.since > facts.registeredAt;
    const earlier = stated.get(regime);
    if (earlier === undefined || evidence.since < earlier.evidence.since) stated.set(regime, { evidence, isNew });
  };
  if (facts.declared !== null) for (const regime of facts.declared.regimes) add(regime, facts.declared.fact, true);
  for (const [register, regime] of Object.entries(regimesOfRows)) {
    for (const [row] of facts.rows(register)) {
      const listed = storedValue(row.value, registerListed);
      if (listed !== null && listed.status !== 'removed') add(regime, row, listed.news);
    }
  }
  return stated;
}
