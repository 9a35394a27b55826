import type { RpcProvider } from '../../infra/rpc/provider.ts';
import type { ChainBlock } from '../../pipeline/chain/cassette-header.ts';
import type { ChainAnswer, ChainRequest } from '../../pipeline/chain/exchange.ts';
import { type BlockReading, readBlock } from '../../pipeline/publishers/chain/read-block.ts';
import type { ProofPlace } from '../../pipeline/registry/proofs/chain-proof.ts';
import { slotOf, slotRequests } from '../../pipeline/registry/proofs/transfers/solana-transaction.ts';
import {
  transactionBlockOf,
  transactionBlockRequest,
} from '../../pipeline/registry/proofs/transfers/transaction-block.ts';
import { ledgerOf, ledgerRequest } from '../../pipeline/registry/proofs/transfers/xrpl-memo.ts';
import type { Chain } from '../../schemas/values/chains.ts';

/** The final block that a proof names, or that of its transaction: a slot on Solana, a ledger on the XRP Ledger. */
export async function findProofBlock(provider: RpcProvider, chain: Chain, at: ProofPlace): Promise<BlockReading> {
  if ('blockNumber' in at) return blockOfNumber(provider, chain, at.blockNumber);
  const { transactionHash: hash } = at;
  const reply = await provider.send([transactionBlockRequest(chain, hash)]);
  if (reply.kind === 'failed') return { ok: false, reason: 'failing', message: reply.message };
  const number = transactionBlockOf(chain, reply.answers[0]);
  if (number !== null) return blockOfNumber(provider, chain, number);
  return { ok: false, reason: 'no_block', message: `provider ${provider.label} has no block with transaction ${hash}` };
}

function blockOfNumber(
  provider: RpcProvider,
  { encoding, chainId, caip2 }: Chain,
  number: number,
): Promise<BlockReading> {
  switch (encoding) {
    case 'evm':
      return readBlock(provider, chainId ?? 0, { kind: 'number', number });
    case 'solana':
      return askFor(provider, slotRequests(number), (answers) => slotOf(caip2, number, answers));
    case 'xrpl':
      return askFor(provider, [ledgerRequest(number)], ([answer]) => ledgerOf(number, answer));
  }
}

async function askFor(
  provider: RpcProvider,
  requests: readonly ChainRequest[],
  read: (answers: readonly ChainAnswer[]) => ChainBlock | string,
): Promise<BlockReading> {
  const reply = await provider.send(requests);
  if (reply.kind === 'failed') return { ok: false, reason: 'failing', message: reply.message };
  const block = read(reply.answers);
  return typeof block === 'string'
    ? { ok: false, reason: 'no_block', message: `provider ${provider.label}: ${block}` }
    : { ok: true, block };
}
