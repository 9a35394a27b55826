import type { ServedRecord } from '../../../api/readmodel/memory/registry/row.ts';
import type { ProofMethod } from '../../../schemas/facts.ts';
import type { Standing, VerdictPart } from '../../parts/verdict.tsx';
import { counted } from '../../labels/dates.ts';
import { isProof } from './proof-text.ts';
import type { ListsRead } from './queries.ts';

/** What is known of sanctions lists: hidden by the operator, not readable now, or read. */
export type Screening =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'read'; readonly lists: ListsRead; readonly matches: readonly string[] };

/** The four parts of a verdict. It fails closed: what is not known is stated to be unknown, never left out (U-11). */
export const verdictOf = (record: ServedRecord, screening: Screening): readonly VerdictPart[] => [
  issuerPart(record),
  businessPart(record),
  authoritiesPart(record),
  screeningPart(screening),
];

/** The worst standing of all parts. */
export const worstOf = (parts: readonly VerdictPart[]): Standing =>
  parts.some(({ standing }) => standing === 'not')
    ? 'not'
    : parts.some(({ standing }) => standing === 'open')
      ? 'open'
      : 'yes';

const statusLabels: Readonly<Record<string, string>> = {
  pending: 'Pending',
  rejected: 'Rejected',
  revoked: 'Ended',
};

function issuerPart({ issuer, kyiVerified, verifiedAt }: ServedRecord): VerdictPart {
  const label = 'Issuer (KYI)';
  if (issuer === null) return part(label, 'open', 'Unknown', 'No issuer is declared');
  if (kyiVerified && issuer.kyiStatus === 'verified') {
    const note = verifiedAt === null ? issuer.name : `${issuer.name}, since`;
    return part(label, 'yes', 'Verified', note, verifiedAt);
  }
  const ended = ['rejected', 'revoked'].includes(issuer.kyiStatus);
  return part(label, ended ? 'not' : 'open', statusLabels[issuer.kyiStatus] ?? 'Not verified', issuer.name);
}

const businessPart = ({ issuer }: ServedRecord): VerdictPart =>
  issuer?.kybVerified === true
    ? part('Business (KYB)', 'yes', 'Verified', 'Business behind the issuer')
    : part('Business (KYB)', 'open', 'Not verified', 'The registry has no check of the business of the issuer');

/** Authorities whose control a proof shows, and all of them. */
export function provenOf(record: Pick<ServedRecord, 'authorities' | 'verifications'>): {
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

function authoritiesPart(record: ServedRecord): VerdictPart {
  const { proven, all } = provenOf(record);
  const label = 'Authorities';
  if (all === 0) return part(label, 'open', 'None observed', 'Who can mint, freeze or upgrade is not known');
  const word = `${proven} of ${all} proven`;
  if (proven === all) return part(label, 'yes', word, 'Each wallet has shown that its holder controls it');
  return part(label, 'open', word, `${counted(all - proven, 'wallet')} without a proof of control`);
}

function screeningPart(screening: Screening): VerdictPart {
  const label = 'Sanctions lists';
  if (screening.kind === 'hidden')
    return part(label, 'open', 'Not shown', 'The operator does not publish matches here');
  if (screening.kind === 'unknown')
    return part(label, 'open', 'Unknown now', 'The lists could not be read; load again');
  const { lists, matches } = screening;
  const { all, read, oldest, hasOld } = lists;
  const note = `${read} of ${counted(all, 'list')} read${oldest === null ? '' : ', oldest'}`;
  // A match stays one, however old the list is.
  if (matches.length > 0) return part(label, 'not', counted(matches.length, 'match', 'matches'), note, oldest);
  if (read === 0) return part(label, 'open', 'Not checked', 'No list was read yet');
  if (hasOld) return part(label, 'open', 'No match in old lists', note, oldest);
  if (read < all) return part(label, 'open', 'No match in the lists read', note, oldest);
  return part(label, 'yes', 'No match', note, oldest);
}

const part = (
  label: string,
  standing: Standing,
  word: string,
  note: string,
  at: number | null = null,
): VerdictPart => ({ label, standing, word, note, at });
