import type { Cassette } from '../../../chain/cassette.ts';
import type { AssetToRead, ReadingHeader } from '../../../chain/cassette-header.ts';
import { agreedReading, comparedReadings, comparedTexts } from '../../../chain/agreement.ts';
import { provingPlanOf } from '../../../chain/read-plans.ts';
import type { AssetState } from '../../../chain/statement.ts';
import { mergedVaults, vaultsIn } from './assets/known-vaults.ts';
import type { ChainProvider, ProviderSet } from './providers/provider-set.ts';
import {
  type ProviderQuestion,
  type ByProvider,
  creatorsOf,
  provenOf,
  readFromSome,
  type StatementRequest,
} from './providers/read-by-providers.ts';
import { plain } from './providers/sweep.ts';

export interface QuorumRequest extends StatementRequest, ProviderQuestion {
  /** Providers that have the block, in the order in which they are asked. */
  readonly providers: readonly ChainProvider[];
  readonly all: ProviderSet;
  readonly quorum: number;
  readonly swept: number;
}

export interface QuorumReading {
  /** Null when nothing is to be stated. */
  readonly cassette: Cassette<ReadingHeader> | null;
  readonly states: readonly AssetState[];
  /** Assets that a provider could not read in full. */
  readonly unread: readonly string[];
  /** Assets that the providers read differently. */
  readonly disputed: readonly string[];
  /** Why nothing could be stated, as a sentence without its full stop: fewer providers than the quorum answered; null: they did. */
  readonly missing: string | null;
  /** What was read differently, as a sentence without its full stop; null: nothing. */
  readonly dispute: string | null;
}

/** Each attempt leaves out assets or a provider, so a few are enough. */
const mostAttempts = 5;
/** Attempts after which another provider is asked for logs that one has lost. */
const mostOrders = 2;

/**
 * Reads assets from a quorum of providers at one block. A cassette states what they read alike: what they do not is left out,
 * and the others are read again, because a cassette has exactly the exchanges of its assets. Where two providers contradict
 * each other, a third one decides, and the one that stands alone is left out for an hour.
 */
export async function stateByQuorum(request: QuorumRequest, signal: AbortSignal): Promise<QuorumReading> {
  const unread = new Set<string>();
  const disputed = new Set<string>();
  let dispute: string | null = null;
  let missing: string | null = null;
  let { assets, providers, vaults } = request;
  const nothing = (): QuorumReading => ({
    cassette: null,
    states: [],
    unread: [...unread],
    disputed: [...disputed],
    dispute,
    missing,
  });
  for (let attempt = 1; attempt <= mostAttempts && assets.length > 0; attempt += 1) {
    const readings = await readFromSome(request, { assets, vaults }, providers, request.quorum, signal);
    if (readings === null) {
      missing = `fewer than ${request.quorum} providers read ${assets.length} assets at block ${request.block.number}`;
      return nothing();
    }
    const lying = leaveOutLiars(request, readings);
    if (lying.length > 0) {
      providers = providers.filter((one) => !lying.includes(one));
      continue;
    }
    const better = attempt <= mostOrders ? orderByLogs(providers, readings) : null;
    if (better !== null) {
      providers = better;
      continue;
    }
    const split = splitStates(request.version, assets, readings);
    const linked = mergedVaults([vaults, ...readings.map(({ states }) => vaultsIn(states))]);
    // A provider without old transactions finds fewer multisigs; what another one found, all of them verify.
    if (split.agreed.length < assets.length && linked.length > vaults.length) {
      vaults = linked;
      continue;
    }
    if (split.disputed.length > 0) {
      const disputing = { assets: split.disputed, vaults };
      const liar = await contradicted(request, disputing, readings, providers, signal);
      if (liar !== null) {
        const message = `provider ${liar.label} contradicts the others at block ${request.block.number}`;
        request.all.leaveOut(liar.label, message);
        providers = providers.filter((one) => one !== liar);
        dispute = message;
        continue;
      }
      const labels = readings.map(({ provider }) => provider.label).join(' and ');
      for (const { assetId } of split.disputed) disputed.add(assetId);
      dispute = `${labels} read ${split.disputed.length} assets differently at block ${request.block.number}, first ${split.disputed[0]?.assetId ?? ''}`;
    }
    for (const { assetId } of split.unread) unread.add(assetId);
    if (split.agreed.length < assets.length) {
      assets = split.agreed;
      continue;
    }
    const { cassette, states } = cassetteOf(request, { assets, vaults }, readings);
    return { cassette, states, unread: [...unread], disputed: [...disputed], dispute, missing };
  }
  return nothing();
}

/** Excludes providers whose answers contradict the state root of the block, even if other providers agree with them. */
function leaveOutLiars({ all, block }: QuorumRequest, readings: readonly ByProvider[]): readonly ChainProvider[] {
  return readings.flatMap(({ provider, lie }) => {
    if (lie === null) return [];
    all.leaveOut(
      provider.label,
      `the state root of block ${block.number} contradicts provider ${provider.label} at ${lie}`,
    );
    return [provider];
  });
}

/**
 * The providers with those last that have lost logs, where another one was not asked yet: what a node has lost is lost for good,
 * so asking the same ones again would leave holders unknown each time. Null: there is no better order.
 */
function orderByLogs(
  providers: readonly ChainProvider[],
  readings: readonly ByProvider[],
): readonly ChainProvider[] | null {
  const lacking = readings.flatMap(({ provider, states }) =>
    states.some(({ withoutLogs }) => withoutLogs !== undefined) ? [provider] : [],
  );
  const isLacking = (provider: ChainProvider): boolean => lacking.includes(provider);
  const mayHave = providers.some((provider) => !readings.some((one) => one.provider === provider));
  if (lacking.length === 0 || !mayHave) return null;
  return [...providers.filter((one) => !isLacking(one)), ...providers.filter(isLacking)];
}

interface Split {
  readonly agreed: readonly AssetToRead[];
  readonly unread: readonly AssetToRead[];
  readonly disputed: readonly AssetToRead[];
}

function splitStates(version: string, assets: readonly AssetToRead[], readings: readonly ByProvider[]): Split {
  const agreed: AssetToRead[] = [];
  const unread: AssetToRead[] = [];
  const disputed: AssetToRead[] = [];
  for (const [index, asset] of assets.entries()) {
    const states = readings.flatMap((reading) => reading.states[index] ?? []);
    const isUnread = states.length < readings.length || states.some(({ reading }) => reading === 'unreadable');
    if (isUnread) unread.push(asset);
    else if (new Set(comparedTexts(version, states)).size === 1) agreed.push(asset);
    else disputed.push(asset);
  }
  return { agreed, unread, disputed };
}

/** The provider that stands alone against two or more that read the disputed assets alike; null when none does. */
async function contradicted(
  request: QuorumRequest,
  disputing: ProviderQuestion,
  readings: readonly ByProvider[],
  providers: readonly ChainProvider[],
  signal: AbortSignal,
): Promise<ChainProvider | null> {
  const others = providers.filter((provider) => !readings.some((one) => one.provider === provider));
  const asked = [...readings.map(({ provider }) => provider), ...others.slice(0, 1)];
  if (asked.length < 3) return null;
  const again = await readFromSome(request, disputing, asked, asked.length, signal);
  if (again === null) return null;
  const lying = again.find(({ lie }) => lie !== null);
  if (lying !== undefined) return lying.provider;
  const groups = new Map<string, ChainProvider[]>();
  const keys = comparedReadings(
    request.version,
    again.map(({ states }) => states),
  );
  for (const [index, { provider }] of again.entries()) {
    const key = keys[index] ?? '';
    groups.set(key, [...(groups.get(key) ?? []), provider]);
  }
  const [largest, second, ...more] = [...groups.values()].sort((a, b) => b.length - a.length);
  if (largest === undefined || second === undefined || more.length > 0) return null;
  return largest.length >= Math.max(2, request.quorum) && second.length === 1 ? (second[0] ?? null) : null;
}

function cassetteOf(
  request: QuorumRequest,
  { assets, vaults }: ProviderQuestion,
  readings: readonly ByProvider[],
): { readonly cassette: Cassette<ReadingHeader>; readonly states: readonly AssetState[] } {
  const { chain, version, block, quorum, swept } = request;
  const ids = provenOf(request, assets);
  const proofs = ids.length === 0 || provingPlanOf(version) === undefined ? {} : { proofs: ids };
  const header: ReadingHeader = {
    cassette: 1,
    chain,
    plan: version,
    block,
    quorum,
    swept: Math.max(swept, assets.length),
    providers: readings.map(({ provider }) => provider.label),
    assets: assets.map(plain),
    ...proofs,
    ...(vaults.length === 0 ? {} : { vaults }),
    ...creatorsOf(request, assets),
  };
  const exchanges = readings.flatMap((reading) => reading.exchanges);
  return {
    cassette: { header, exchanges },
    states: agreedReading(
      readings.map(({ states }) => states),
      quorum,
    ),
  };
}
