import type { RegistryEntry } from '../../../api/readmodel/memory/registry/records.ts';
import { attestationOf } from '../../../api/readmodel/resources/assets/present.ts';
import { caip19Of } from '../../../api/readmodel/resources/tokens/present.ts';
import { type ExplorerLink, explorerLink } from '../../../schemas/values/explorer-links.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { entityPath } from '../../labels/entity-path.ts';
import { chainName } from '../../labels/chains.ts';
import type { SourceName } from '../../labels/sources.ts';
import { sentenceOf, type StandingSentence } from '../../../api/readmodel/standing/sentence.ts';
import { publicStandingOf } from '../../../api/readmodel/standing/standing.ts';
import type { StandingFacts } from '../../../api/readmodel/standing/facts.ts';
import { isAbout } from '../../../api/readmodel/standing/proven.ts';
import { type ControlGraph, controlGraph } from '../../plots/control.ts';
import type { ChainCodeValue } from '../../../schemas/facts.ts';
import type { DescribeValue } from '../../labels/field-values.ts';
import { issuerFacts, type SourcedFact } from '../entity/issuer-facts.ts';
import type { Statement } from '../statements/queries.ts';
import type { StatedFacts } from '../statements/statement-reader.ts';
import {
  amountText,
  fieldInPath,
  statementView,
  type StatementLabels,
  type StatementView,
} from '../statements/statement-view.ts';
import { authorityLabel, type AuthorityLabel } from '../../labels/authorities.ts';
import type { PlottedSupply } from '../../plots/supply.ts';
import { authorityView, type AuthorityView, isProven, proofView, type ProofView } from './authority-view.ts';
import { type PowerView, powersOf } from './powers.ts';
import { publicChange, type PublicChange } from './public-change.ts';
import type { DocumentRow } from '../documents/rows.ts';
import type { Particulars } from './particulars.ts';
import type { PublicHistory } from './queries.ts';
import { type OtherChain, otherChains } from './other-chains.ts';
import { standingView, type StandingView } from '../standing/standing-view.ts';

/** Identifiers that the operator declares. */
type Identifiers = Pick<Particulars, 'dti' | 'ffg' | 'isin' | 'lei'>;

export interface AssetView {
  readonly assetId: string;
  readonly name: string;
  readonly symbol: string;
  readonly chain: string;
  readonly chainSlug: string;
  readonly standard: string;
  readonly address: string;
  /** Its page on a block explorer; null where none is known. */
  readonly explorer: ExplorerLink | null;
  readonly description: string;
  /** How it is now, as anybody may see it. */
  readonly now: StandingView;
  /** The same as text, with names that other parties wrote. */
  readonly sentence: StandingSentence;
  /** When it was computed, milliseconds. */
  readonly asOf: number;
  /** What can be done to its holders. */
  readonly powers: readonly PowerView[];
  /** Null where no authority was observed. */
  readonly control: ControlGraph | null;
  /** Null where it is not stated, or cannot be read now. */
  readonly supply: StatementView | null;
  /** Readings of it, oldest first. */
  readonly supplies: readonly PlottedSupply[];
  /** What documents and other sources state of it. */
  readonly values: readonly StatementView[];
  /** Page of the issuer; null where none is declared. */
  readonly issuerPath: string | null;
  /** What is known of the issuer, each with its source. */
  readonly issuerFacts: readonly SourcedFact[];
  readonly authorities: readonly AuthorityView[];
  /** Names of authorities that the code gives to accounts which were not found. */
  readonly holdersNotKnown: readonly AuthorityLabel[];
  /** Proofs of wallets that are no authority any more. */
  readonly endedProofs: readonly ProofView[];
  /** Null if they cannot be read now. */
  readonly changes: readonly PublicChange[] | null;
  /** There are older changes than these. */
  readonly isHistoryCut: boolean;
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
  /** None of them is on the chain of this one. */
  readonly areOnOtherChains: boolean;
  /** Deployments of the token that are not among them. */
  readonly moreDeployments: number;
  readonly path: string;
  readonly canonical: string;
  readonly atomPath: string;
  readonly jsonPath: string;
}

export interface AssetFacts {
  readonly entry: RegistryEntry;
  /** Every registered token at the same address on another chain, and the issuer's other deployments of the token. */
  readonly others: readonly (readonly [entry: RegistryEntry, standing: StandingFacts])[];
  /** Deployments of the issuer that are not among them. */
  readonly moreDeployments: number;
  /** Null if it cannot be read now. */
  readonly history: PublicHistory | null;
  /** Null if they cannot be read now. */
  readonly particulars: {
    readonly identifiers: Identifiers;
    readonly documents: readonly DocumentRow[];
    /** Ids of the declared sources whose documents were captured. */
    readonly documentSources: ReadonlySet<string>;
  } | null;
  /** Null if they cannot be read now. */
  readonly stated: StatedFacts | null;
  readonly standing: StandingFacts;
  readonly describe: DescribeValue;
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
    chainSlug: chain.slug,
    standard: record.standard,
    address: record.address,
    explorer: explorerLink('token', chain.slug, record.address),
    description: record.description,
    now: standingView(known),
    sentence: sentenceOf({
      facts: standing,
      standing: known,
      token: { symbol: record.symbol, chain: chainName(chain.slug) },
    }),
    asOf: now,
    ...statedView(facts, path),
    authorities: record.authorities.map((authority) => authorityView(authority, record.verifications, chain.slug)),
    endedProofs: record.verifications
      .filter((proof) => typeof proof.lapsed === 'string' && !record.authorities.some((one) => isAbout(proof, one)))
      .map(proofView),
    changes: history?.changes.map((change) => publicChange(change, sources, documentSources, path)) ?? null,
    isHistoryCut: history?.isCut === true,
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
    others: otherChains(others, now),
    areOnOtherChains: others.every(([other]) => other.chain.slug !== chain.slug),
    moreDeployments: facts.moreDeployments,
    path,
    canonical: `${publicPageBase}${path}`,
    atomPath: `${path}/changes.atom`,
    jsonPath: `${path}/token.json`,
  };
}

type StatedView = Pick<
  AssetView,
  'control' | 'holdersNotKnown' | 'issuerFacts' | 'issuerPath' | 'powers' | 'supplies' | 'supply' | 'values'
>;

/** What readings of the chain, registers and documents state. */
function statedView(facts: AssetFacts, path: string): StatedView {
  const { entry, stated, standing, describe, sources, particulars } = facts;
  const { record, chain } = entry;
  const lei = record.issuer?.lei ?? particulars?.identifiers.lei ?? null;
  const issuer = record.issuer === null ? null : { ...record.issuer, lei };
  const statements = stated?.statements ?? [];
  const chainValue = (field: string): unknown =>
    statements.find((one) => one.field === field && one.kind === 'asset' && one.sourceKey.startsWith('chain:'))
      ?.value ?? null;
  const labels: StatementLabels = { describe, sources, decimals: record.decimals, symbol: record.symbol };
  const views = (wanted: (statement: Statement) => boolean): readonly StatementView[] =>
    statements.filter(wanted).flatMap((one) => statementView(one, labels) ?? []);
  const fields = new Set(statements.map(fieldInPath));
  const authorities = record.authorities.map((one) => ({ ...one, isProven: isProven(one, record.verifications) }));
  const notKnown = (chainValue('holders_not_known') ?? []) as readonly string[];
  return {
    powers: powersOf({
      notKnown,
      encoding: chain.encoding,
      authorities: record.authorities,
      codes: chainValue('powers') as readonly string[] | null,
      code: chainValue('code') as ChainCodeValue | null,
      isPaused: standing.tables?.isPaused ?? null,
      readAt: standing.tables?.chainStatedAt ?? null,
      hasNoContract: standing.tables?.hasNoContract === true,
      isAway: standing.tables === null || stated === null,
    }).map((power) => ({ ...power, field: power.field !== null && fields.has(power.field) ? power.field : null })),
    control:
      authorities.length === 0 && notKnown.length === 0
        ? null
        : controlGraph({
            authorities,
            notKnown,
            controls: new Map((stated?.controls ?? []).map(({ address, value }) => [address, value])),
          }),
    holdersNotKnown: notKnown.map(authorityLabel),
    supplies: (stated?.supplies ?? []).map(({ at, units }) => ({
      at,
      amount: Number(units),
      text: `${amountText(units, record.decimals)} ${record.symbol}`,
    })),
    supply: views(({ kind, field }) => kind === 'asset' && field === 'supply')[0] ?? null,
    values: views(({ kind, field }) => kind === 'asset' && field !== 'supply'),
    issuerPath: record.issuer === null ? null : entityPath(record.issuer),
    issuerFacts: issuer === null ? [] : issuerFacts(issuer, statements, sources, () => path),
  };
}
