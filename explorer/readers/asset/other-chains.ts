import type { RegistryEntry } from '../../../api/readmodel/memory/registry/records.ts';
import type { StandingFacts } from '../../../api/readmodel/standing/facts.ts';
import { publicStandingOf } from '../../../api/readmodel/standing/standing.ts';
import { compareTexts } from '../../../schemas/values/compare-texts.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { chainName } from '../../labels/chains.ts';
import { placeNames } from '../../labels/deployments.ts';
import type { VerdictTone } from '../../parts/verdict.tsx';
import { worstPart } from '../standing/standing-view.ts';

/** The same address on another chain, or another deployment of the issuer's token, with its own verdict. */
export interface OtherChain {
  /** Name of its chain, with its address where the list has several on that chain. */
  readonly place: string;
  /** Null if that token has no public page. */
  readonly path: string | null;
  /** Null for a token that is not verified. */
  readonly tone: VerdictTone | null;
  readonly text: string;
}

/** By place. */
export function otherChains(
  others: readonly (readonly [entry: RegistryEntry, standing: StandingFacts])[],
  now: number,
): readonly OtherChain[] {
  const places = placeNames(
    others.map(([{ record, chain }]) => ({ chain: chainName(chain.slug), address: record.address })),
  );
  return others
    .map(([{ record, chain }, standing], index): OtherChain => {
      const place = places[index] ?? '';
      if (!record.public) return { place, path: null, tone: null, text: 'Not verified by this registry' };
      return { place, path: assetPath(record.address, chain.slug), ...worstPart(publicStandingOf(standing, now)) };
    })
    .sort((a, b) => compareTexts(a.place, b.place));
}
