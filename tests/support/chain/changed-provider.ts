import type { RpcAnswer, RpcProvider, RpcRequest } from '../../../infra/rpc/provider.ts';

/** The answer in place of the one given; undefined keeps it. */
export type Change = (request: RpcRequest, answer: RpcAnswer) => RpcAnswer | undefined;

/** A provider whose answers are changed. */
export const changed = (provider: RpcProvider, change: Change): RpcProvider => ({
  ...provider,
  send: async (requests, signal) => {
    const reply = await provider.send(requests, signal);
    if (reply.kind === 'failed') return reply;
    const answers = reply.answers.map((answer, index) => {
      const request = requests[index];
      return request === undefined ? answer : (change(request, answer) ?? answer);
    });
    return { ...reply, answers };
  },
});
