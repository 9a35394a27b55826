import { type Direction, isTerm } from '../../schemas/vocabulary.ts';

export const directionNames: Readonly<Record<Direction, string>> = {
  weakens: 'Weakens',
  mixed: 'Mixed',
  strengthens: 'Strengthens',
  neutral: 'Neutral',
  unassessed: 'Unassessed',
};

/** The direction of a record; a term that this version does not know is shown as not assessed. */
export const directionOf = (term: string): Direction => (isTerm('direction', term) ? term : 'unassessed');
