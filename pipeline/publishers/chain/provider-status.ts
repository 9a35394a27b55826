import type { RpcProvider } from '../../../infra/rpc/provider.ts';
import type { Chain } from '../../../schemas/values/chains.ts';
import type { ChainBlock } from '../../chain/cassette-header.ts';
import { oldestFinalized } from './finalized-age.ts';
import { readBlock } from './read-block.ts';
import { readSlot } from './read-slot.ts';
import { type ProviderCapabilities, tryCapabilities } from './try-capabilities.ts';

/** What a provider is and can do, asked now. Nothing in it has its URL. */
export interface ProviderStatus {
  readonly label: string;
  /** Number of its newest block, final or not; null when it gives none. */
  readonly head: number | null;
  readonly finalized: ChainBlock | null;
  /** Of the finalized block. */
  readonly ageSeconds: number | null;
  /** Null on chains of other kinds than Ethereum, and when it did not answer. */
  readonly capabilities: ProviderCapabilities | null;
  /** Why it cannot be used, as a sentence without its full stop; null when it can. */
  readonly problem: string | null;
}

/** Asks a provider which chain it is of, its newest blocks, and what it can do. */
export async function readProviderStatus(provider: RpcProvider, chain: Chain, now: number): Promise<ProviderStatus> {
  const { label } = provider;
  const isSolana = chain.encoding === 'solana';
  const found = isSolana
    ? await readSlot(provider, chain.caip2)
    : await readBlock(provider, chain.chainId ?? 0, { kind: 'finalized' });
  if (!found.ok) {
    return { label, head: null, finalized: null, ageSeconds: null, capabilities: null, problem: found.message };
  }
  const { block } = found;
  const capabilities = isSolana ? null : await tryCapabilities(provider, block);
  const ageSeconds = Math.max(0, Math.round(now / 1000) - block.timestamp);
  return {
    label,
    head: await headOf(provider, isSolana),
    finalized: block,
    ageSeconds,
    capabilities,
    problem: problemOf(label, chain.slug, ageSeconds, capabilities),
  };
}

async function headOf(provider: RpcProvider, isSolana: boolean): Promise<number | null> {
  const request = isSolana
    ? { method: 'getSlot', params: [{ commitment: 'processed' }] }
    : { method: 'eth_blockNumber', params: [] };
  const reply = await provider.send([request]);
  const answer = reply.kind === 'failed' ? undefined : reply.answers[0];
  const number = answer?.kind === 'result' ? Number(answer.result) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

function problemOf(label: string, slug: string, age: number, capabilities: ProviderCapabilities | null): string | null {
  if (capabilities?.proofs === 'contradicted') {
    return `provider ${label} gives proofs that do not fit the state root of its finalized block`;
  }
  const oldest = oldestFinalized(slug);
  if (age <= oldest) return null;
  return `the newest finalized block of provider ${label} is ${age} s old, more than ${oldest} s`;
}
