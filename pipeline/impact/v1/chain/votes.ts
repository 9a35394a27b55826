import type { AccountControlValue } from '../../../../schemas/facts.ts';

/** Approvals that an account needs, and how many can give one. */
export interface Votes {
  readonly needed: number;
  readonly voters: readonly string[];
}

/** Null for an account that is no multisig. */
export function votesOf({ threshold, voters, signers }: AccountControlValue): Votes | null {
  return threshold === null ? null : { needed: threshold, voters: voters ?? signers };
}

/** One approval is enough, and was not before. */
export const isSingleNow = (old: Votes, current: Votes): boolean => old.needed > 1 && current.needed <= 1;

/** Voters that are not among those before. */
export const joined = (old: Votes, current: Votes): readonly string[] =>
  current.voters.filter((voter) => !old.voters.includes(voter));

export const isSameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((member) => right.includes(member));
