import type { Bench, BenchOptions } from '../bench.ts';
import { type Measurement, percentile, ratioAtMost } from '../measurement.ts';
import { createClient } from '../support/load/client.ts';
import { openHostileOutside } from '../support/nodes/hostile-outside.ts';
import { inSandbox, newKey, register } from '../support/engines/service.ts';
import { openWebhookTester, type WebhookTester } from '../support/load/webhook-tester.ts';
import { makeWorld, type World } from '../support/samples/world.ts';

const assets = 1_200;
const messages = 220;
const messagesPerSecond = 10;
/** Tenants that send: each may have four messages under way. */
const senders = 11;
const warmUpMs = 2_000;
/** Between two pairs of a write and a read. */
const restMs = 50;

/** What key holders see while machines of others answer with other protocols and with brackets. */
export const outsideBench: Bench = {
  name: 'outside',
  measures: 'writes and reads of key holders beside receivers that answer 101 and nodes that answer 50 MB of brackets',
  cases: { 'a running service': benchOutside },
};

async function benchOutside({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const world = makeWorld(assets);
  const count = Math.max(20, Math.round(messages * scale));
  const outside = await openHostileOutside();
  try {
    return await inSandbox(async (sandbox) => {
      const nodes = [0, 1, 2].map((n) => `node-${n}=${outside.node}`).join(',');
      const chains = ['ETHEREUM', 'BASE', 'AVALANCHE', 'PLUME', 'SEPOLIA'].map((chain) => [
        `ATTESTRY_RPC_${chain}`,
        nodes,
      ]);
      const env = { ATTESTRY_FETCH_ALLOW: outside.receiver, ...(Object.fromEntries(chains) as Record<string, string>) };
      const { httpUrl } = await sandbox.up({ env });
      await register(sandbox, world);
      const testers: WebhookTester[] = [];
      for (let n = 0; n < senders; n += 1) {
        const key = await newKey(sandbox, `sender ${n}`);
        testers.push(await openWebhookTester(httpUrl, key, `http://${outside.receiver}/in`));
      }
      const requests = requestsOf(httpUrl, await newKey(sandbox, 'other'), world);
      await requests.during(() => pause(warmUpMs));
      const quiet = await requests.during(() => pause((count / messagesPerSecond) * 1_000));
      outside.turn();
      const statuses: number[] = [];
      const beside = await requests.during(async () => {
        statuses.push(...(await sendAll(testers, count)));
      });
      requests.close();
      const odd = statuses.filter((status) => status !== 303);
      if (odd.length > 0) throw new Error(`forms were answered with ${[...new Set(odd)].join(', ')}`);
      return [
        figure('p99 of writes', beside.writes, quiet.writes, 99),
        figure('p99 of reads', beside.reads, quiet.reads, 99),
        figure('p50 of writes', beside.writes, quiet.writes, 50),
        figure('p50 of reads', beside.reads, quiet.reads, 50),
        { name: 'answers of brackets meanwhile', unit: 'answers', value: outside.turned(), floor: null, target: null },
      ];
    });
  } finally {
    outside.close();
  }
}

const figure = (name: string, beside: readonly number[], quiet: readonly number[], percent: number): Measurement => ({
  name: `${name}, beside`,
  unit: 'ms',
  value: percentile(beside, percent),
  floor: { name: 'the same without them, before', value: percentile(quiet, percent) },
  target: percent === 99 ? ratioAtMost(3) : null,
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends at a fixed rate, whether or not earlier messages are over. */
async function sendAll(testers: readonly WebhookTester[], count: number): Promise<readonly number[]> {
  const sent: Promise<number>[] = [];
  for (let n = 0; n < count; n += 1) {
    const tester = testers[n % testers.length];
    if (tester !== undefined) sent.push(tester.test());
    await pause(1_000 / messagesPerSecond);
  }
  return Promise.all(sent);
}

interface Times {
  readonly writes: readonly number[];
  readonly reads: readonly number[];
}

/** A key holder that adds and removes a token and reads it, one request after the other. */
function requestsOf(httpUrl: string, key: string, { assets: all }: World) {
  const client = createClient(httpUrl, `Bearer ${key}`);
  // The interface of wallets takes the key alone.
  const wallet = createClient(httpUrl, key);
  const timed = async (times: number[], send: () => Promise<{ readonly status: number }>, expected: number) => {
    const began = performance.now();
    const { status } = await send();
    times.push(performance.now() - began);
    if (status !== expected) throw new Error(`a request was answered with ${status} instead of ${expected}`);
  };
  let next = 0;
  return {
    during: async (work: () => Promise<void>): Promise<Times> => {
      const times = { writes: [] as number[], reads: [] as number[] };
      const state = { isOver: false };
      const requesting = (async (): Promise<void> => {
        while (!state.isOver) {
          const asset = all[next % all.length];
          if (asset === undefined) throw new Error('the world has no asset');
          const { assetId, address } = asset;
          next += 1;
          if (next > all.length) throw new Error('every asset is on the list');
          await timed(times.writes, () => client.send('POST', '/me/watchlist', { assetId }), 201);
          await timed(times.reads, () => wallet.send('GET', `/kyi/v1/tokens?caip19=eip155:1/erc20:${address}`), 200);
          await pause(restMs);
        }
      })();
      // If the requests fail, the work does not matter any more.
      await Promise.race([requesting, work()]);
      state.isOver = true;
      await requesting;
      return times;
    },
    close: () => {
      client.close();
      wallet.close();
    },
  };
}
