/** A local Ethereum node, asked over JSON-RPC. It signs for its own accounts. */
import { pause } from '../../infra/async/async.ts';

type Transaction = Readonly<Record<string, string>>;

interface Receipt {
  readonly status: string;
  readonly contractAddress: string | null;
}

export interface LocalNode {
  readonly rpc: (method: string, ...params: readonly unknown[]) => Promise<unknown>;
  /** Sends a transaction and waits for its block; the address of a contract that it created, lower case. */
  readonly send: (transaction: Transaction) => Promise<string>;
}

export function localNode(url: string): LocalNode {
  const rpc: LocalNode['rpc'] = async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return {
    rpc,
    send: async (transaction) => {
      const hash = await rpc('eth_sendTransaction', { gas: '0x1c9c380', ...transaction });
      for (;;) {
        const receipt = (await rpc('eth_getTransactionReceipt', hash)) as Receipt | null;
        if (receipt === null) {
          await pause(100);
          continue;
        }
        if (receipt.status !== '0x1') throw new Error(`transaction ${String(hash)} reverted`);
        return (receipt.contractAddress ?? '').toLowerCase();
      }
    },
  };
}
