import { isOld, limitAt, youngFor } from '../../../../schemas/freshness.ts';
import { dayOf } from '../../day-text.ts';
import type { StandingFacts } from '../facts.ts';
import { adverse, good, open, type StandingPart, unknownNow } from '../part.ts';

/** Whether the token can be transferred. */
export function transfersPart({ tables }: StandingFacts, now: number): StandingPart {
  if (tables === null) return unknownNow('transfers');
  const { isPaused, chainStatedAt, hasNoContract } = tables;
  if (isPaused === true) {
    return adverse('transfers', 'severe', ['Paused', 'The token has stopped all transfers.'], { asOf: chainStatedAt });
  }
  if (hasNoContract) return open('transfers', ['No contract', 'The chain has no contract at the address.']);
  if (chainStatedAt === null) return open('transfers', ['Not read', 'The chain was not read.']);
  const dates = { asOf: chainStatedAt, limitAt: limitAt(chainStatedAt, youngFor.chain()) };
  if (isPaused === null)
    return open('transfers', ['Not stated', 'The token does not state whether it is paused.'], dates);
  return isOld(chainStatedAt, youngFor.chain(), now)
    ? open('transfers', ['Not paused, reading old', `The chain was last read on ${dayOf(chainStatedAt)}.`], dates)
    : good('transfers', ['Not paused', 'The token states that transfers are possible.'], dates);
}
