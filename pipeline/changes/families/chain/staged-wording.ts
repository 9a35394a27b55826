import type { Stage } from '../../../impact/facts.ts';
import type { Wording } from '../../../text/template.ts';
import { midSentence } from '../../../text/values.ts';

/** The headline and the first sentence of a change, within other sentences. */
interface ChangeWithin {
  readonly change: string;
  readonly statement: string;
}

/** A change at its stage: as it is, or as what one provider alone states, or stated. `fill` fills the text of a draft. */
export function stagedWording(
  stage: Stage,
  stated: Wording,
  fill: (staged: 'draft' | 'withdrawn', change: ChangeWithin) => Wording,
): Wording {
  if (stage === 'confirmed') return stated;
  const change = { change: midSentence(stated.headline), statement: midSentence(stated.what) };
  return fill(stage === 'draft' ? 'draft' : 'withdrawn', change);
}
