import type { RpcProvider, RpcReply } from '../../../infra/rpc/provider.ts';
import { type ChainAnswer, type ChainRequest, type Exchange, exchangeKey, type Plan } from '../../chain/exchange.ts';

export type LiveReading<T> =
  | { readonly ok: true; readonly value: T; readonly exchanges: readonly Exchange[] }
  | Extract<RpcReply, { readonly kind: 'failed' }>;

/** Runs a plan against a provider and records its exchanges. A request that was answered already is not sent again. */
export async function readLive<T>(plan: Plan<T>, provider: RpcProvider, signal?: AbortSignal): Promise<LiveReading<T>> {
  const exchanges = new Map<string, Exchange>();
  const by = provider.label;
  let step = plan.next();
  while (step.done !== true) {
    const open = new Map<string, ChainRequest>();
    for (const request of step.value) {
      const key = exchangeKey(by, request);
      if (!exchanges.has(key)) open.set(key, request);
    }
    const reply = await provider.send([...open.values()], signal);
    if (reply.kind === 'failed') return reply;
    for (const [index, [key, request]] of [...open].entries()) {
      const answer = reply.answers[index];
      if (answer !== undefined) exchanges.set(key, { by, request, answer });
    }
    step = plan.next(step.value.map((request) => answerTo(exchanges, exchangeKey(by, request))));
  }
  return { ok: true, value: step.value, exchanges: [...exchanges.values()] };
}

function answerTo(exchanges: ReadonlyMap<string, Exchange>, key: string): ChainAnswer {
  const exchange = exchanges.get(key);
  if (exchange === undefined) throw new Error('a provider left a request unanswered');
  return exchange.answer;
}
