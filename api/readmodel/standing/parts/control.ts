import { isOld, limitAt, youngFor } from '../../../../schemas/freshness.ts';
import { counted, dayOf } from '../../day-text.ts';
import type { StandingFacts } from '../facts.ts';
import { good, open, type StandingPart, unknownNow } from '../part.ts';
import { provenOf } from '../proven.ts';

/** Whether the holder of each authority has shown control of its wallet, and the chain still states the same authorities. */
export function controlPart({ record, tables }: StandingFacts, now: number): StandingPart {
  const { proven, all } = provenOf(record);
  if (all === 0) {
    return open('control', ['None observed', 'Who can mint, freeze or upgrade is not known.']);
  }
  const word = `${proven} of ${all} proven`;
  if (tables === null) return { ...unknownNow('control'), word: `${word}, unknown now` };
  const { chainStatedAt, hasNoContract } = tables;
  const unproven = proven === all ? '' : `${counted(all - proven, 'wallet')} without a proof of control. `;
  if (hasNoContract)
    return open('control', [`${word}, no contract`, `${unproven}The chain has no contract at the address.`]);
  if (chainStatedAt === null) return open('control', [`${word}, chain not read`, `${unproven}The chain was not read.`]);
  const dates = { asOf: chainStatedAt, limitAt: limitAt(chainStatedAt, youngFor.chain()) };
  if (isOld(chainStatedAt, youngFor.chain(), now)) {
    return open(
      'control',
      [`${word}, reading old`, `${unproven}The chain was last read on ${dayOf(chainStatedAt)}.`],
      dates,
    );
  }
  return proven === all
    ? good('control', [word, 'Each wallet has shown that its holder controls it.'], dates)
    : open('control', [word, unproven.trim()], dates);
}
