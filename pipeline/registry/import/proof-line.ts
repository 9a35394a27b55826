import type { ProofValue } from '../../../schemas/facts.ts';
import type { Observation, RegistryAsset } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Chain } from '../../../schemas/values/chains.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { readAccount } from '../addresses.ts';
import { chainOf } from '../caip19.ts';
import type { ChainProof, ProofReading } from '../proofs/chain-proof.ts';
import type { ProofClaim } from '../proofs/proof.ts';
import { verifyProof } from '../proofs/verify-proof.ts';
import { formatTimestamp } from '../../../schemas/values/timestamp.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { type Members, objectIn, requiredText, textIn, timeIn } from './members.ts';
import { proofExtractor } from '../../../schemas/values/extractors.ts';

/** An authority as named by a proof. */
export interface NamedAuthority {
  readonly type: string;
  readonly address: string;
}

export interface ProofContext {
  /** The asset as it is after the import; undefined if the registry does not have it. */
  readonly asset: RegistryAsset | undefined;
  readonly asOf: number;
  /** Signers of an authority of the asset as last observed on chain. */
  readonly signersOf: (assetId: string, authority: NamedAuthority) => readonly string[];
  /** CAIP-10 accounts that transfers may go to. */
  readonly collectors: readonly string[];
  /** The exchanges with nodes for a proof that needs its chain; undefined if they are not there. */
  readonly readingOf: (request: ChainProofRequest) => ProofReading | undefined;
}

/** A proof that needs its chain to be asked. */
export interface ChainProofRequest {
  readonly proofId: string;
  readonly asset: RegistryAsset;
  readonly chain: Chain;
  readonly proof: ChainProof;
}

/** The observation of a verified proof, from a line whose shape was checked, or the reason for refusal. */
export function proofOfLine(
  line: ImportLine,
  { asset, asOf, signersOf, collectors, readingOf }: ProofContext,
): { readonly observation: Observation; readonly value: ProofValue } | { readonly issue: ImportIssue } {
  const members: Members = line.value;
  if (asset === undefined) {
    return { issue: invalid(line, 'assetId', `the registry has no asset ${requiredText(members, 'assetId')}`) };
  }
  const provedAt = timeIn(members, 'provedAt') ?? 0;
  if (provedAt > asOf) {
    return { issue: invalid(line, 'provedAt', `is after the as-of of the import, ${formatTimestamp(asOf)}`) };
  }
  const chain = chainOf(asset);
  const named = objectIn(members, 'authority') ?? {};
  const account = readAccount(chain, requiredText(named, 'address'));
  if ('problem' in account) return { issue: invalid(line, 'authority.address', account.problem) };
  const authority = { type: requiredText(named, 'type'), address: account.address };
  const challenge = textIn(members, 'challenge') ?? '';
  const evidence = objectIn(members, 'evidence') ?? {};
  const proofId = requiredText(members, 'proofId').toLowerCase();
  const claim: ProofClaim = {
    asset,
    chain,
    authority,
    challenge,
    evidence,
    provedAt,
    asOf,
    collectors,
    signers: signersOf(asset.assetId, authority),
    method: objectIn(members, 'method') ?? {},
  };
  const verdict = verifyProof(claim, (proof) => readingOf({ proofId, asset, chain, proof }));
  if (!verdict.verified) return { issue: invalid(line, verdict.path, verdict.reason) };
  const { method, provedBy, verifiedBy, challengeId, wallet, cassette } = verdict;
  const value: ProofValue = {
    proofId,
    authority,
    provedBy,
    method,
    challenge,
    ...(challengeId === undefined ? {} : { challengeId }),
    ...(wallet === undefined ? {} : { wallet }),
    evidence: cassette === undefined ? evidence : { ...evidence, cassette },
    provedAt,
    verifiedBy,
  };
  return { observation: observeProof(asset.assetId, value, asOf), value };
}

const observeProof = (assetId: string, value: ProofValue, asOf: number): Observation =>
  makeObservation({
    assetId,
    subjectKind: 'proof',
    subjectKey: value.proofId,
    field: 'proof',
    sourceKey: 'proof',
    value: canonicalJson(value),
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    extractor: proofExtractor,
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: asOf,
  });
