import type { RpcAnswer, RpcProvider } from '../../../infra/rpc/provider.ts';
import { keyBytes } from '../../chain/solana/keys.ts';
import type { BlockReading, BlockRefusal } from './read-block.ts';

/**
 * The newest finalized block of a node of Solana: its number is the slot, its hash the block hash in hex. The node must be
 * of the chain, whose CAIP-2 id is the start of the hash of its first block.
 */
export async function readSlot(provider: RpcProvider, caip2: string, signal?: AbortSignal): Promise<BlockReading> {
  const refused = (reason: BlockRefusal, why: string): BlockReading => ({
    ok: false,
    reason,
    message: `provider ${provider.label} ${why}`,
  });
  const finalized = { commitment: 'finalized' };
  const reply = await provider.send(
    [
      { method: 'getGenesisHash', params: [] },
      { method: 'getLatestBlockhash', params: [finalized] },
    ],
    signal,
  );
  if (reply.kind === 'failed') return { ok: false, reason: 'failing', message: reply.message };
  const [genesis, latest] = reply.answers;
  const chain = textOf(genesis);
  if (chain === null || `solana:${chain.slice(0, 32)}` !== caip2) {
    return refused('wrong_chain', `is of another network than ${caip2}`);
  }
  const found = slotOf(latest);
  if (found === null)
    return refused('no_finalized_block', 'does not state which block is finalized, so it is not used');
  const timed = await provider.send([{ method: 'getBlockTime', params: [found.number] }], signal);
  if (timed.kind === 'failed') return { ok: false, reason: 'failing', message: timed.message };
  const [answer] = timed.answers;
  const timestamp = answer?.kind === 'result' ? answer.result : null;
  if (!Number.isSafeInteger(timestamp) || Number(timestamp) <= 0) {
    return refused('no_block', `does not state the time of block ${found.number}`);
  }
  return { ok: true, block: { ...found, timestamp: Number(timestamp) } };
}

const textOf = (answer: RpcAnswer | undefined): string | null =>
  answer?.kind === 'result' && typeof answer.result === 'string' ? answer.result : null;

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});

function slotOf(answer: RpcAnswer | undefined): { readonly number: number; readonly hash: string } | null {
  const { context, value } = membersOf(answer?.kind === 'result' ? answer.result : null);
  const { slot } = membersOf(context);
  const { blockhash } = membersOf(value);
  const bytes = typeof blockhash === 'string' ? keyBytes(blockhash) : null;
  if (!Number.isSafeInteger(slot) || Number(slot) < 0 || bytes === null) return null;
  return { number: Number(slot), hash: `0x${Buffer.from(bytes).toString('hex')}` };
}
