/** A complete set of instruments at its date. */
import type { LongestBound } from '../../../impact/collateral-facts.ts';
import type { Member } from './members.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

export interface Holdings {
  /** A date, or a date and time, in ISO form. */
  readonly asOf: string;
  readonly members: readonly Member[];
  /** Days from the date to the latest maturity; null where a member states none. */
  readonly longestDays: number | null;
}

export const holdingsOf = (asOf: string, members: readonly Member[]): Holdings => ({
  asOf,
  members,
  longestDays: longestOf(asOf, members),
});

function longestOf(asOf: string, members: readonly Member[]): number | null {
  const from = Date.parse(asOf.slice(0, 10));
  const days = members.map(({ maturity }) => (maturity === null ? null : (Date.parse(maturity) - from) / dayMs));
  if (days.length === 0 || days.some((one) => one === null || !Number.isFinite(one))) return null;
  return Math.max(...days.map((one) => one ?? 0));
}

/**
 * Where the longest remaining maturity stands against 93 days. From 94 to 96 days it depends on how settlement is counted,
 * which the report does not state.
 */
export const longestBound = (days: number): LongestBound => (days <= 93 ? 'within' : days <= 96 ? 'unclear' : 'beyond');

/** Claims on a state are no counterparty that a limit is about. */
const ofState: readonly (string | null)[] = ['govt_bill_le93d', 'govt_note', 'central_bank_balance'];

interface IssuerShare {
  readonly name: string;
  /** Hundredths of a percent. */
  readonly share: number;
}

/** The shares of issuers by LEI, else by name; an instrument without a share or an issuer does not count. */
export function sharesOf(members: readonly Member[]): ReadonlyMap<string, IssuerShare> {
  const shares = new Map<string, IssuerShare>();
  for (const { issuer, share, class: code } of members) {
    const key = issuer?.lei ?? issuer?.name ?? null;
    if (key === null || share === null || ofState.includes(code)) continue;
    const known = shares.get(key);
    shares.set(key, { name: issuer?.name ?? key, share: (known?.share ?? 0) + share });
  }
  return shares;
}
