import type { ChainBlock } from '../../../../chain/cassette-header.ts';
import type { ChainProblem } from '../../chain-health.ts';
import type { BlockReading } from '../../read-block.ts';
import type { ObservedChain } from './chain-family.ts';
import type { ChainProvider, ProviderSet } from './provider-set.ts';

export type Tip =
  | {
      readonly ok: true;
      readonly block: ChainBlock;
      /** Providers that have this block under this hash, in the order of the setting. */
      readonly providers: readonly ChainProvider[];
    }
  | { readonly ok: false; readonly problem: ChainProblem; readonly message: string };

export interface TipRequest {
  readonly observed: ObservedChain;
  readonly providers: ProviderSet;
  readonly quorum: number;
  /** The block of the last round; null before the first. */
  readonly last: ChainBlock | null;
}

interface Answer {
  readonly provider: ChainProvider;
  readonly block: ChainBlock;
}

/** Time for the blocks of a provider, with its retries: one that hangs must not delay the others. */
const deadlineMs = 10_000;
const within = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);

const none = (problem: ChainProblem, message: string): Tip => ({ ok: false, problem, message });

/**
 * The block of a round: the lowest of the newest finalized blocks of the providers, without those that lag more than two
 * steps behind the newest. Its hash has a quorum. The block of the last round must have the hash that it had.
 */
export async function findTip({ observed, providers, quorum, last }: TipRequest, signal: AbortSignal): Promise<Tip> {
  const newest = await finalizedBlocks(observed, providers.asked(), signal);
  const current = withoutLagging(newest, observed.stepMs);
  const lowest = current.reduce<Answer | null>(
    (low, one) => (low !== null && low.block.number <= one.block.number ? low : one),
    null,
  );
  if (lowest === null || current.length < quorum) {
    return none('too_few_providers', tooFew(current.length, quorum, providers));
  }
  const { number } = lowest.block;
  if (last !== null && number < last.number) {
    return none('behind', `the newest common block is ${number}, and block ${last.number} was read already`);
  }
  const kept = last === null ? current : await withSameBlock(observed, providers, current, { last, quorum }, signal);
  if ('ok' in kept) return kept;
  const at = await blocksAt(observed, kept, number, signal);
  const agreed = agreeing(at, quorum);
  if (agreed === null) {
    const hashes = at.map(({ provider, block }) => `${provider.label} has ${block.hash}`).join(', ');
    return none('providers_disagree', `block ${number} has no hash that ${quorum} providers agree on: ${hashes}`);
  }
  leaveOutOthers(providers, at, agreed);
  const [first] = agreed;
  if (first === undefined) throw new Error('no provider agreed');
  return { ok: true, block: first.block, providers: agreed.map(({ provider }) => provider) };
}

const tooFew = (count: number, quorum: number, providers: ProviderSet): string => {
  const reasons = providers.health().flatMap(({ message }) => message ?? []);
  return [`${quorum} providers are needed, and ${count} can be used`, ...reasons].join('; ');
};

async function finalizedBlocks(
  { chain, family }: ObservedChain,
  asked: readonly ChainProvider[],
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  const readings = await Promise.all(asked.map((provider) => family.finalized(provider, chain, within(signal))));
  return asked.flatMap((provider, index) => {
    const reading = readings[index];
    if (reading === undefined) return [];
    if (reading.ok) {
      provider.found('used', null, reading.block);
      return [{ provider, block: reading.block }];
    }
    provider.found(reading.reason === 'no_block' ? 'failing' : reading.reason, reading.message);
    return [];
  });
}

function withoutLagging(answers: readonly Answer[], stepMs: number): readonly Answer[] {
  const newest = Math.max(...answers.map(({ block }) => block.timestamp));
  const isCurrent = ({ block }: Answer): boolean => (newest - block.timestamp) * 1000 <= 2 * stepMs;
  for (const one of answers) {
    if (isCurrent(one)) continue;
    const behind = newest - one.block.timestamp;
    one.provider.found('lagging', `provider ${one.provider.label} is ${behind} s behind the others`);
  }
  return answers.filter(isCurrent);
}

/** The block of each provider under a number; those that do not have it are left out of this round. */
async function blocksAt(
  { chain, family }: ObservedChain,
  current: readonly Answer[],
  number: number,
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  const { blockAt } = family;
  const [first] = current;
  if (blockAt === null || first === undefined) {
    const lowest = current.find(({ block }) => block.number === number);
    return lowest === undefined ? [] : current.map(({ provider }) => ({ provider, block: lowest.block }));
  }
  const readings = await Promise.all(
    current.map(
      async ({ provider, block }): Promise<BlockReading> =>
        block.number === number ? { ok: true, block } : blockAt(provider, chain, number, within(signal)),
    ),
  );
  return current.flatMap(({ provider }, index) => {
    const reading = readings[index];
    if (reading?.ok === true) return [{ provider, block: reading.block }];
    provider.found(reading?.reason === 'failing' ? 'failing' : 'differs', reading?.message ?? null);
    return [];
  });
}

/** The providers of the hash that most have, when they are a quorum and no other hash has as many. */
function agreeing(at: readonly Answer[], quorum: number): readonly Answer[] | null {
  const groups = new Map<string, Answer[]>();
  for (const one of at) groups.set(one.block.hash, [...(groups.get(one.block.hash) ?? []), one]);
  const [largest, second] = [...groups.values()].sort((a, b) => b.length - a.length);
  if (largest === undefined || largest.length < quorum || largest.length === second?.length) return null;
  return largest;
}

function leaveOutOthers(providers: ProviderSet, at: readonly Answer[], agreed: readonly Answer[]): void {
  for (const { provider, block } of at) {
    if (agreed.some((one) => one.provider === provider)) continue;
    const why = `has ${block.hash} as block ${block.number}, unlike ${agreed.length} others`;
    providers.leaveOut(provider.label, `provider ${provider.label} ${why}`);
  }
}

/**
 * The providers that have the block of the last round under its hash. A finalized block never changes. If it has changed, facts
 * on the log may be wrong and an operator must check them.
 */
async function withSameBlock(
  observed: ObservedChain,
  providers: ProviderSet,
  current: readonly Answer[],
  { last, quorum }: { readonly last: ChainBlock; readonly quorum: number },
  signal: AbortSignal,
): Promise<readonly Answer[] | Tip> {
  if (observed.family.blockAt === null) return current;
  const at = await blocksAt(observed, current, last.number, signal);
  const [same, others] = [true, false].map((isSame) => at.filter(({ block }) => (block.hash === last.hash) === isSame));
  if (same === undefined || others === undefined || others.length === 0) return current;
  const named = others.map(({ provider, block }) => `${provider.label} has ${block.hash}`).join(', ');
  const message = `block ${last.number} was final with the hash ${last.hash}, and ${named}`;
  if (same.length === 0 && others.length >= quorum) return none('finalized_block_changed', message);
  if (same.length < quorum || same.length <= others.length) return none('providers_disagree', message);
  leaveOutOthers(providers, at, same);
  return current.filter(({ provider }) => !others.some((one) => one.provider === provider));
}
