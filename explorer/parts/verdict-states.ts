import { isTerm, type Term } from '../../schemas/vocabulary.ts';
import type { StateProps } from './state.tsx';

type Verdict = Term<'verdict'>;

/** Each verdict as icon, word and colour, the worst first. */
const states: Readonly<Record<Verdict, StateProps>> = {
  contradicted: { tone: 'fail', icon: 'alert', word: 'Contradicted' },
  not_evidenced: { tone: 'fail', icon: 'cross', word: 'Not evidenced' },
  stale: { tone: 'late', icon: 'clock', word: 'Evidence is old' },
  evidenced: { tone: 'good', icon: 'check', word: 'Evidenced' },
  not_checked: { tone: 'off', icon: 'open', word: 'Not checked' },
  not_applicable: { tone: 'off', icon: 'neutral', word: 'Does not apply' },
};

/** Words behind a number of obligations, where they differ from the word alone. */
const counted: Partial<Readonly<Record<Verdict, string>>> = {
  stale: 'with old evidence',
  not_applicable: 'not applicable',
};

export const verdictOrder = Object.keys(states) as readonly Verdict[];

/** The verdict of a record; a term that this version does not know is shown as not checked. */
export const verdictOfTerm = (term: string): Verdict => (isTerm('verdict', term) ? term : 'not_checked');

export const verdictState = (verdict: Verdict): StateProps => states[verdict];

/** The state of several obligations: `2 with old evidence`. */
export const countedVerdict = (verdict: Verdict, count: number): StateProps => ({
  ...states[verdict],
  word: `${count.toLocaleString('en-US')} ${counted[verdict] ?? states[verdict].word.toLowerCase()}`,
});
