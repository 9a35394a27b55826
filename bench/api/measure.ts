import { atMost, type Measurement, percentile, ratioAtLeast, type Target } from '../measurement.ts';
import { startBareKoa } from '../support/floors/bare-koa.ts';
import { type ClientRequest, createClient, latencies, type Reply } from '../support/load/client.ts';
import { load } from '../support/load/load.ts';
import type { ServiceProfiler } from '../support/probes/service-profile.ts';

/** The requests to one endpoint. */
export interface EndpointLoad {
  readonly name: string;
  /** Sent in turn. Each has its headers, the key among them. */
  readonly requests: readonly ClientRequest[];
  readonly status: number;
}

export interface MeasureOptions {
  readonly url: string;
  /** Number of sequential requests. */
  readonly count: number;
  readonly seconds: number;
  readonly profiler: ServiceProfiler;
  /** Connections, ten by default. With answers of many milliseconds the service refuses the sixth waiting request. */
  readonly connections?: number;
}

export const connections = 10;
const koa = 'bare Koa sending the same bytes';
const queryFloor = 'the answer’s queries through the client, without HTTP';

/** Throughput at ten connections and latency of sequential requests, each compared with a bare Koa. */
export async function besideKoa(
  asked: EndpointLoad,
  { url, count, seconds, profiler, connections: atATime = connections }: MeasureOptions,
  share?: number,
): Promise<readonly Measurement[]> {
  const { name, requests, status } = asked;
  const sample = await answerOf(url, asked, requests[0]);
  const bare = await startBareKoa(sample.body, sample.headers['content-type'] ?? '', status);
  const alone = await oneByOne(url, asked, count);
  const aloneFloor = await oneByOne(bare.url, asked, count);
  const task = { connections: atATime, seconds, requests, status };
  const busy = await profiler.during(name, () => load({ ...task, url }));
  const busyFloor = await load({ ...task, url: bare.url });
  bare.stop();
  return [
    {
      name: `${name}, throughput`,
      unit: 'requests/s',
      value: busy,
      floor: { name: koa, value: busyFloor },
      target: share === undefined ? null : ratioAtLeast(share),
    },
    {
      name: `${name}, p50 one at a time`,
      unit: 'ms',
      value: percentile(alone, 50),
      floor: { name: koa, value: percentile(aloneFloor, 50) },
      target: null,
    },
  ];
}

/** Latency of sequential requests, compared with that of the queries behind them. */
export function besideQueries(
  name: string,
  times: readonly number[],
  floors: readonly number[],
  limits: { readonly p50?: number; readonly p95?: number },
): readonly Measurement[] {
  const at = (percent: number, limit: number | undefined): Measurement => {
    const target: Target | null = limit === undefined ? null : atMost(limit);
    const floor = { name: queryFloor, value: percentile(floors, percent) };
    return { name: `${name}, p${percent}`, unit: 'ms', value: percentile(times, percent), floor, target };
  };
  return [at(50, limits.p50), at(95, limits.p95)];
}

/** Milliseconds of each of `count` sequential requests. */
export async function oneByOne(url: string, asked: EndpointLoad, count: number): Promise<readonly number[]> {
  const { requests } = asked;
  const list = Array.from({ length: count }, (_, index) => requests[index % requests.length]);
  const send = sender(url, asked);
  const times = await latencies(list, 1, send.send);
  send.close();
  return times;
}

/** The response to one request. */
export async function answerOf(url: string, asked: EndpointLoad, one: ClientRequest | undefined): Promise<Reply> {
  const { send, close } = sender(url, asked);
  const reply = await send(one);
  close();
  return reply;
}

function sender(
  url: string,
  { status }: EndpointLoad,
): { readonly send: (one: ClientRequest | undefined) => Promise<Reply>; readonly close: () => void } {
  const client = createClient(url, '');
  return {
    send: async (one) => {
      if (one === undefined) throw new Error('nothing is asked');
      const reply = await client.ask(one);
      if (reply.status === status) return reply;
      throw new Error(`${one.path}: ${reply.status} ${reply.body.toString('utf8').slice(0, 500)}`);
    },
    close: client.close,
  };
}
