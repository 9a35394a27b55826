import type { RpcAnswer, RpcProvider, RpcRequest } from '../../../infra/rpc/provider.ts';
import type { ChainBlock } from '../../chain/cassette-header.ts';

/** A block by number or hash, or the newest finalized one. */
export type BlockWanted =
  | { readonly kind: 'finalized' }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'hash'; readonly hash: string };

export type BlockReading =
  | { readonly ok: true; readonly block: ChainBlock }
  /** `message`: a sentence without its full stop that names the provider by its label. */
  | { readonly ok: false; readonly reason: BlockRefusal; readonly message: string };

/** Why a provider gave no block. `no_block`: it does not have it, or has not finalized it. */
export type BlockRefusal = 'failing' | 'wrong_chain' | 'no_finalized_block' | 'no_block';

/** Finds a finalized block of a provider, which must be on the given chain. */
export async function readBlock(
  provider: RpcProvider,
  chainId: number,
  wanted: BlockWanted,
  signal?: AbortSignal,
): Promise<BlockReading> {
  const refused = (reason: BlockRefusal, why: string): BlockReading => ({
    ok: false,
    reason,
    message: `provider ${provider.label} ${why}`,
  });
  const reply = await provider.send(
    [{ method: 'eth_chainId', params: [] }, byTag('finalized'), requestOf(wanted)],
    signal,
  );
  if (reply.kind === 'failed') return { ok: false, reason: 'failing', message: reply.message };
  const [id, finalAnswer, wantedAnswer] = reply.answers;
  // Its own words are in the operator's log: this sentence is public.
  if (id?.kind === 'error') return refused('failing', `refuses to state which chain it is on${codeOf(id.code)}`);
  if (id?.kind !== 'result' || Number(id.result) !== chainId) {
    return refused('wrong_chain', `is on chain ${shownId(id)}, not on chain ${chainId}`);
  }
  const finalized = blockOf(finalAnswer);
  // No rule about depth takes its place: how deep is final differs by chain, and guesses were wrong before.
  if (finalized === null)
    return refused('no_finalized_block', 'does not state which block is finalized, so it is not used');
  const block = blockOf(wantedAnswer);
  if (block === null) return refused('no_block', 'does not have this block');
  if (block.number > finalized.number) {
    const newest = `the newest finalized one is ${finalized.number}`;
    return refused('no_block', `has not finalized block ${block.number} yet; ${newest}`);
  }
  return { ok: true, block };
}

const byTag = (tag: string): RpcRequest => ({ method: 'eth_getBlockByNumber', params: [tag, false] });

function requestOf(wanted: BlockWanted): RpcRequest {
  if (wanted.kind === 'hash') return { method: 'eth_getBlockByHash', params: [wanted.hash, false] };
  return byTag(wanted.kind === 'finalized' ? 'finalized' : `0x${wanted.number.toString(16)}`);
}

const codeOf = (code: number): string => (Number.isInteger(code) && Math.abs(code) < 100_000 ? ` (code ${code})` : '');

const shownId = (answer: RpcAnswer | undefined): string =>
  answer?.kind === 'result' && /^0x[0-9a-f]{1,16}$/.test(String(answer.result)) ? String(Number(answer.result)) : '?';

function blockOf(answer: RpcAnswer | undefined): ChainBlock | null {
  if (answer?.kind !== 'result' || typeof answer.result !== 'object' || answer.result === null) return null;
  const { number, hash, timestamp } = answer.result as Readonly<Record<string, unknown>>;
  const [height, time] = [Number(number), Number(timestamp)];
  const wellFormed =
    Number.isSafeInteger(height) && Number.isSafeInteger(time) && /^0x[0-9a-f]{64}$/.test(String(hash));
  return wellFormed ? { number: height, hash: String(hash), timestamp: time } : null;
}
