import type { StandingFacts } from '../facts.ts';
import { good, open, type StandingPart } from '../part.ts';

/** Whether the business behind the issuer passed its check (KYB), and when. */
export function businessPart({ record: { issuer } }: StandingFacts): StandingPart {
  if (issuer?.kybVerified !== true) {
    return open('business', ['Not verified', 'The registry has no check of the business of the issuer.']);
  }
  const { kybAt: passedAt } = issuer;
  return passedAt === null
    ? open('business', ['Passed, date not stated', 'The registry states no date of the check.'])
    : good('business', ['Verified', 'The business behind the issuer passed.'], { asOf: passedAt });
}
