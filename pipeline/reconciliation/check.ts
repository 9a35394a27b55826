import type { SourceCheckValue } from '../../schemas/facts.ts';

/** What a check finds. */
export interface CheckFinding extends Pick<SourceCheckValue, 'state' | 'left' | 'right' | 'difference'> {
  /** What was compared: the same again is not stated again. */
  readonly basis: string;
  /** Type of the authority that was compared. */
  readonly about?: string;
}

/** What was last stated of a check. */
export interface LastCheck {
  readonly state: SourceCheckValue['state'];
  /** The last state in which the two sides were compared. */
  readonly comparable: SourceCheckValue['previous'];
  readonly basis: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Whether a token can have several deployments, so that they can be compared. */
export const isShared = (tokenId: string): boolean => !tokenId.startsWith('asset:');
