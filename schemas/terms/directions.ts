import type { Direction } from '../vocabulary.ts';

export interface DirectionTerm {
  /** Its name, as a label. */
  readonly label: string;
  /** Order of changes that wait for a review: the most adverse first, an unknown one before harmless ones. */
  readonly rank: number;
}

/** Directions of a change for a holder: one row each. The order of labels and plots is that of the vocabulary. */
export const directionTerms: Readonly<Record<Direction, DirectionTerm>> = {
  weakens: { label: 'Weakens', rank: 0 },
  mixed: { label: 'Mixed', rank: 1 },
  strengthens: { label: 'Strengthens', rank: 4 },
  neutral: { label: 'Neutral', rank: 3 },
  unassessed: { label: 'Unassessed', rank: 2 },
};

/** The rank of a direction; a term that this version does not know comes before all others. */
export const directionRank = (direction: string): number =>
  Object.hasOwn(directionTerms, direction) ? directionTerms[direction as Direction].rank : -1;
