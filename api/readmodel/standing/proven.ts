import type { ProofMethod } from '../../../schemas/facts.ts';
import type { StandingRecord } from './facts.ts';

/** What an operator writes down is no proof (conformance U-11). */
export const isProof = (method: ProofMethod): boolean => method.type !== 'admin_manual';

/** Authorities whose control a proof shows, and all of them. */
export function provenOf(record: Pick<StandingRecord, 'authorities' | 'verifications'>): {
  readonly proven: number;
  readonly all: number;
} {
  const proven = record.authorities.filter(
    ({ type, address, verified }) =>
      verified &&
      record.verifications.some(
        (proof) =>
          proof.authorityType === type &&
          proof.authorityAddress === address &&
          typeof proof.lapsed !== 'string' &&
          isProof(JSON.parse(proof.method) as ProofMethod),
      ),
  ).length;
  return { proven, all: record.authorities.length };
}
