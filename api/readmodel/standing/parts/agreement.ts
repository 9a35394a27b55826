import { isOld, limitAt, youngFor } from '../../../../schemas/freshness.ts';
import { counted, dayOf } from '../../day-text.ts';
import type { StandingFacts } from '../facts.ts';
import { adverse, good, open, type StandingPart, unknownNow } from '../part.ts';

/** Whether sources that state the same of the token agree. One side of each comparison is the chain. */
export function agreementPart({ tables }: StandingFacts, now: number): StandingPart {
  if (tables === null) return unknownNow('agreement');
  const { checks, chainStatedAt } = tables;
  const differing = checks.filter((state) => state === 'differ').length;
  if (differing > 0) {
    return adverse('agreement', 'high', ['Sources differ', `${differing} of ${counted(checks.length, 'comparison')}.`]);
  }
  const agreeing = checks.filter((state) => state === 'agree').length;
  if (agreeing === 0) return open('agreement', ['Not comparable', 'No two sources state the same thing of the token.']);
  const note = `${counted(agreeing, 'comparison')} without a difference.`;
  if (chainStatedAt === null) return open('agreement', ['Agreed, chain not read', note]);
  const dates = { asOf: chainStatedAt, limitAt: limitAt(chainStatedAt, youngFor.chain()) };
  return isOld(chainStatedAt, youngFor.chain(), now)
    ? open('agreement', ['Agreed, reading old', `${note} The chain was last read on ${dayOf(chainStatedAt)}.`], dates)
    : good('agreement', ['Sources agree', note], dates);
}
