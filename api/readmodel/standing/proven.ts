import type { ProofMethod } from '../../../schemas/facts.ts';
import type { RecordAuthority, RecordProof } from '../../../schemas/generated/records.ts';
import { isSameWallet } from '../../../schemas/values/same-wallet.ts';
import type { StandingRecord } from './facts.ts';

/** What an operator writes down is no proof (conformance U-11). */
export const isProof = (method: ProofMethod): boolean => method.type !== 'admin_manual';

/** Whether a proof is about an authority, however either of them writes the address. */
export const isAbout = (
  { authorityType, authorityAddress }: Pick<RecordProof, 'authorityType' | 'authorityAddress'>,
  { type, address }: Pick<RecordAuthority, 'type' | 'address'>,
  caip2?: string,
): boolean => authorityType === type && isSameWallet(address, authorityAddress, caip2);

/** Authorities whose control a proof shows, and all of them. */
export function provenOf(record: Pick<StandingRecord, 'authorities' | 'verifications'>): {
  readonly proven: number;
  readonly all: number;
} {
  const proven = record.authorities.filter(
    (authority) =>
      authority.verified &&
      record.verifications.some(
        (proof) =>
          isAbout(proof, authority) &&
          typeof proof.lapsed !== 'string' &&
          isProof(JSON.parse(proof.method) as ProofMethod),
      ),
  ).length;
  return { proven, all: record.authorities.length };
}
