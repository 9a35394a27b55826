import type { RegistryEntry } from '../../../api/readmodel/memory/registry/records.ts';
import { attestationOf } from '../../../api/readmodel/resources/assets/present.ts';
import { caip19Of } from '../../../api/readmodel/resources/tokens/present.ts';
import type { ProofMethod } from '../../../schemas/facts.ts';
import type { RecordAuthority, RecordProof } from '../../../schemas/generated/records.ts';
import { accountText } from '../../../schemas/terms/account-text.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { authorityLabel, type AuthorityLabel } from '../../labels/authorities.ts';
import { chainName } from '../../labels/chains.ts';
import type { SourceName } from '../../labels/sources.ts';
import { isAbout, isProof } from '../../../api/readmodel/standing/proven.ts';
import { sentenceOf, type StandingSentence } from '../../../api/readmodel/standing/sentence.ts';
import { publicStandingOf } from '../../../api/readmodel/standing/standing.ts';
import type { StandingFacts } from '../../../api/readmodel/standing/facts.ts';
import { proofText } from './proof-text.ts';
import { publicChange, type PublicChange } from './public-change.ts';
import type { DocumentRow } from '../documents/rows.ts';
import type { Particulars } from './particulars.ts';
import type { PublicHistory } from './queries.ts';
import { standingView, type StandingView, worstPart } from '../standing/standing-view.ts';

export interface ProofView {
  /** False for what only the operator states. */
  readonly isProof: boolean;
  readonly text: string;
  readonly at: number;
  readonly verifiedBy: string;
  /** Why it no longer backs the authority; null while it does. */
  readonly lapsed: string | null;
}

export interface AuthorityView extends AuthorityLabel {
  readonly id: string;
  /** "key", "time lock", "2 of 3 signers". */
  readonly account: string;
  readonly address: string;
  readonly signers: readonly string[];
  readonly observedAt: number | null;
  /** A reading of the chain described the account; an import states an authority, too. */
  readonly isRead: boolean;
  readonly proofs: readonly ProofView[];
}

/** The same address on another chain, with its own verdict. */
export interface OtherChain {
  readonly chain: string;
  /** Null if that token has no public page. */
  readonly path: string | null;
  readonly text: string;
}

/** Identifiers that the operator declares. */
type Identifiers = Pick<Particulars, 'dti' | 'ffg' | 'isin' | 'lei'>;

export interface AssetView {
  readonly assetId: string;
  readonly name: string;
  readonly symbol: string;
  readonly chain: string;
  readonly standard: string;
  readonly address: string;
  readonly description: string;
  /** How it is now, as anybody may see it. */
  readonly now: StandingView;
  /** The same as text, with names that other parties wrote. */
  readonly sentence: StandingSentence;
  /** When it was computed, milliseconds. */
  readonly asOf: number;
  readonly authorities: readonly AuthorityView[];
  /** Proofs of wallets that are no authority any more. */
  readonly endedProofs: readonly ProofView[];
  /** Null if they cannot be read now. */
  readonly changes: readonly PublicChange[] | null;
  readonly issuer: { readonly name: string; readonly description: string; readonly did: string } | null;
  readonly caip19: string;
  /** Null if they cannot be read now. */
  readonly identifiers: Identifiers | null;
  /** Null if they cannot be read now. */
  readonly documents: readonly DocumentRow[] | null;
  readonly did: string;
  readonly decimals: number | null;
  readonly registeredAt: number;
  readonly websiteUrl: string | null;
  readonly whitepaperUrl: string | null;
  readonly attestationAddress: string | null;
  readonly others: readonly OtherChain[];
  readonly canonical: string;
  readonly atomPath: string;
  readonly jsonPath: string;
}

export interface AssetFacts {
  readonly entry: RegistryEntry;
  /** Every registered token at the same address on another chain. */
  readonly others: readonly (readonly [entry: RegistryEntry, standing: StandingFacts])[];
  /** Null if it cannot be read now. */
  readonly history: PublicHistory | null;
  /** Null if they cannot be read now. */
  readonly particulars: {
    readonly identifiers: Identifiers;
    readonly documents: readonly DocumentRow[];
    /** Ids of the declared sources whose documents were captured. */
    readonly documentSources: ReadonlySet<string>;
  } | null;
  readonly standing: StandingFacts;
  /** Milliseconds. */
  readonly now: number;
  readonly sources: readonly SourceName[];
  readonly publicPageBase: string;
}

export function assetView(facts: AssetFacts): AssetView {
  const { entry, others, history, particulars, standing, now, sources, publicPageBase } = facts;
  const { record, chain } = entry;
  const known = publicStandingOf(standing, now);
  const path = assetPath(record.address, chain.slug);
  const documentSources = particulars?.documentSources ?? new Set<string>();
  return {
    assetId: record.assetId,
    name: record.name,
    symbol: record.symbol,
    chain: chainName(chain.slug),
    standard: record.standard,
    address: record.address,
    description: record.description,
    now: standingView(known),
    sentence: sentenceOf({
      facts: standing,
      standing: known,
      token: { symbol: record.symbol, chain: chainName(chain.slug) },
    }),
    asOf: now,
    authorities: record.authorities.map((authority) => authorityView(authority, record.verifications)),
    endedProofs: record.verifications
      .filter((proof) => typeof proof.lapsed === 'string' && !record.authorities.some((one) => isAbout(proof, one)))
      .map(proofView),
    changes: history?.changes.map((change) => publicChange(change, sources, documentSources)) ?? null,
    issuer: record.issuer,
    caip19: caip19Of(entry),
    identifiers: particulars?.identifiers ?? null,
    documents: particulars?.documents ?? null,
    did: record.did,
    decimals: record.decimals,
    registeredAt: record.registeredAt,
    websiteUrl: record.websiteUrl,
    whitepaperUrl: record.whitepaperUrl,
    attestationAddress: attestationOf(entry),
    others: others.map(([other, of]) => otherChain(other, of, now)),
    canonical: `${publicPageBase}${path}`,
    atomPath: `${path}/changes.atom`,
    jsonPath: `${path}/token.json`,
  };
}

function authorityView(authority: RecordAuthority, proofs: readonly RecordProof[]): AuthorityView {
  const { id, type, address, observedAt } = authority;
  const own = proofs.filter((proof) => isAbout(proof, authority));
  return {
    id,
    ...authorityLabel(type),
    account: accountText(authority),
    address,
    signers: authority.signers,
    observedAt,
    isRead: typeof authority.accountKind === 'string',
    proofs: own.map(proofView),
  };
}

function proofView({ method, provedAt, verifiedBy, lapsed }: RecordProof): ProofView {
  const parsed = JSON.parse(method) as ProofMethod;
  return { isProof: isProof(parsed), text: proofText(parsed), at: provedAt, verifiedBy, lapsed: lapsed ?? null };
}

function otherChain({ record, chain }: RegistryEntry, standing: StandingFacts, now: number): OtherChain {
  const name = chainName(chain.slug);
  if (!record.public) return { chain: name, path: null, text: 'Not verified by this registry' };
  const { text } = worstPart(publicStandingOf(standing, now));
  return { chain: name, path: assetPath(record.address, chain.slug), text };
}
