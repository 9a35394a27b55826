import { dayOf } from '../../labels/dates.ts';
import type { StandingPart, StandingPartName, StandingState } from '../../../api/readmodel/standing/part.ts';
import type { Standing } from '../../../api/readmodel/standing/standing.ts';
import type { VerdictPart, VerdictTone } from '../../parts/verdict.tsx';

/** Names of the parts, as a strip prints them. */
export const standingLabels: Readonly<Record<StandingPartName, string>> = {
  issuer: 'Issuer (KYI)',
  business: 'Business (KYB)',
  control: 'Authorities',
  lists: 'Sanctions lists',
  transfers: 'Transfers',
  register: 'Register',
  documents: 'Documents',
  agreement: 'Sources',
  duties: 'Obligations',
};

const tones: Readonly<Record<StandingState, VerdictTone>> = { good: 'yes', open: 'open', adverse: 'not' };

/** How a token is now, as a strip prints it. */
export interface StandingView {
  readonly worst: VerdictTone;
  /** The worst of them in a few words. */
  readonly text: string;
  /** Adverse ones first. */
  readonly parts: readonly VerdictPart[];
}

export const standingView = ({ state, parts, worst }: Pick<Standing, 'parts' | 'state' | 'worst'>): StandingView => ({
  worst: tones[state],
  text: worstPart({ state, worst }).text,
  parts: parts.map(partView),
});

function partView({ part, state, word, note, asOf }: StandingPart): VerdictPart {
  const hasDate = asOf === null || note.includes(dayOf(asOf)) || part === 'lists';
  return { label: standingLabels[part], standing: tones[state], word, note, at: hasDate ? null : asOf };
}

/** The worst part in a few words. */
export interface WorstPart {
  readonly tone: VerdictTone;
  /** "Sanctions lists: No match in old lists"; "All good" where no part decides otherwise. */
  readonly text: string;
}

export const worstPart = ({ state, worst }: Pick<Standing, 'state' | 'worst'>): WorstPart => ({
  tone: tones[state],
  text: worst === null ? 'All good' : `${standingLabels[worst.part]}: ${worst.word}`,
});
