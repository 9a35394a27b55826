import type { RpcProvider, RpcRequest } from '../../infra/rpc/provider.ts';
import type { TestChain } from '../../tests/support/chain/contracts.ts';

/** Safes that hold the authorities of the tokens. */
const safeCount = 50;

export interface ControlledTokens {
  readonly chain: TestChain;
  /** Proxies whose admin a Safe owns: token, admin of the proxy, Safe, keys. */
  readonly tokens: readonly string[];
}

/** Deploys tokens with four levels of controllers on a local node, and makes them final. */
export async function deployControlled(count: number): Promise<ControlledTokens> {
  const { encodeCall, openTestChain } = await import('../../tests/support/chain/contracts.ts');
  const chain = await openTestChain();
  const fiat = await chain.deploy('FiatToken');
  const initialize = Buffer.from(encodeCall(fiat.abi, 'initialize', chain.keys.slice(0, 4)).slice(2), 'hex');
  const safes: string[] = [];
  for (let index = 0; index < safeCount; index++) {
    const signers = [0, 1, 2].map((offset) => chain.keys[(index + offset) % chain.keys.length] ?? '');
    safes.push((await chain.safe(signers, 2)).address);
  }
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) {
    const safe = safes[index % safeCount];
    tokens.push((await chain.deploy('TransparentUpgradeableProxy', fiat.address, safe, initialize)).address);
  }
  await chain.finalize();
  return { chain, tokens };
}

export interface CountingProvider extends RpcProvider {
  /** Every request that was sent, in the lists in which it was. */
  readonly sent: (readonly RpcRequest[])[];
  readonly calls: () => number;
}

export function counting(provider: RpcProvider): CountingProvider {
  const sent: (readonly RpcRequest[])[] = [];
  return {
    label: provider.label,
    sent,
    calls: () => sent.reduce((sum, requests) => sum + requests.length, 0),
    send: (requests, signal) => {
      sent.push(requests);
      return provider.send(requests, signal);
    },
  };
}
