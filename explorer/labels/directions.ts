import { type Direction, isTerm } from '../../schemas/vocabulary.ts';

/** The direction of a record; a term that this version does not know is shown as not assessed. */
export const directionOf = (term: string): Direction => (isTerm('direction', term) ? term : 'unassessed');
