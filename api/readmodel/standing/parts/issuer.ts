import type { StandingFacts } from '../facts.ts';
import { adverse, good, open, type StandingPart } from '../part.ts';

const words: Readonly<Record<string, string>> = { pending: 'Pending', rejected: 'Rejected', revoked: 'Ended' };
const ended: ReadonlySet<string> = new Set(['rejected', 'revoked']);

/** Whether the issuer is known (KYI). */
export function issuerPart({ record }: StandingFacts): StandingPart {
  const { issuer, kyiVerified, verifiedAt, registeredAt } = record;
  if (issuer === null) return open('issuer', ['Unknown', 'No issuer is declared.']);
  const { name, kyiStatus, kyiAt } = issuer;
  if (kyiVerified && kyiStatus === 'verified') {
    return good('issuer', ['Verified', name], { asOf: verifiedAt ?? kyiAt ?? registeredAt });
  }
  const word = words[kyiStatus] ?? 'Not verified';
  return ended.has(kyiStatus)
    ? adverse('issuer', 'high', [word, name], { asOf: kyiAt })
    : open('issuer', [word, name], { asOf: kyiAt });
}
