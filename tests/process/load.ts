/** An open-loop load: requests at a fixed rate, independent of the earlier responses, as from unrelated clients. */
import { type Agent, type IncomingMessage, request } from 'node:http';
import { pause, elapsedMs } from '../support/real-time.ts';

export interface LoadOptions {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Requested in turn. */
  readonly paths: readonly string[];
  readonly perSecond: number;
  readonly agent: Agent;
  /** Ends the load. */
  readonly signal: AbortSignal;
}

export interface LoadFigures {
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without a response, by error code; ` reused` is appended if the connection had carried a request before. */
  readonly failures: Readonly<Record<string, number>>;
  /** Responses 429 and 503 without a valid Retry-After. */
  readonly withoutRetryAfter: number;
  /** Maximum number of concurrent requests that were admitted: answered, and not with 429 or 503. */
  readonly mostAdmitted: number;
  /** Latencies of responses with status 200, in ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly longest: number;
}

export async function runLoad(options: LoadOptions): Promise<LoadFigures> {
  const statuses: Record<string, number> = {};
  const failures: Record<string, number> = {};
  const latencies: number[] = [];
  const admitted: Span[] = [];
  const pending = new Set<Promise<void>>();
  let withoutRetryAfter = 0;
  let requests = 0;
  const count = (all: Record<string, number>, name: string): void => {
    all[name] = (all[name] ?? 0) + 1;
  };
  const one = async (path: string): Promise<void> => {
    const sent = elapsedMs();
    const { status, retryAfter, failure } = await get(options, path);
    if (failure !== null) {
      count(failures, failure);
      return;
    }
    count(statuses, String(status));
    const answered = elapsedMs();
    if (status === 200) latencies.push(answered - sent);
    const isRefusal = status === 429 || status === 503;
    if (!isRefusal) admitted.push({ from: sent, to: answered });
    if (isRefusal && !/^\d+$/.test(retryAfter)) withoutRetryAfter += 1;
  };
  const started = elapsedMs();
  while (!options.signal.aborted) {
    const due = ((elapsedMs() - started) / 1_000) * options.perSecond;
    for (; requests < due; requests += 1) {
      const request_ = one(options.paths[requests % options.paths.length] ?? '/');
      pending.add(request_);
      const forget = (): void => void pending.delete(request_);
      request_.then(forget, forget);
    }
    await pause(5);
  }
  await Promise.all(pending);
  return {
    requests,
    statuses,
    failures,
    withoutRetryAfter,
    mostAdmitted: mostAtOnce(admitted),
    ...distribution(latencies),
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The maximum number of spans that overlap. */
function mostAtOnce(spans: readonly Span[]): number {
  const steps = spans.flatMap(({ from, to }) => [
    { at: from, by: 1 },
    { at: to, by: -1 },
  ]);
  let now = 0;
  let most = 0;
  for (const { by } of steps.sort((one, other) => one.at - other.at || one.by - other.by)) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

interface Outcome {
  readonly status: number;
  readonly retryAfter: string;
  readonly failure: string | null;
}

function get({ baseUrl, headers, agent }: LoadOptions, path: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const call = request(`${baseUrl}${path}`, { headers, agent }, (response: IncomingMessage) => {
      response.on('error', failed);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'] ?? '',
          failure: null,
        }),
      );
      response.resume();
    });
    const failed = (error: NodeJS.ErrnoException): void => {
      const reused = call.reusedSocket ? ' reused' : '';
      resolve({ status: 0, retryAfter: '', failure: `${error.code ?? error.message}${reused}` });
    };
    call.on('error', failed);
    call.end();
  });
}

function distribution(values: readonly number[]): {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly longest: number;
} {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? sorted.at(-1) ?? 0);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: Math.round(sorted.at(-1) ?? 0) };
}

/** Runs a load while `work` runs. Returns the figures of the load and the result of `work`. */
export async function during<T>(
  options: Omit<LoadOptions, 'signal'>,
  work: () => Promise<T>,
): Promise<{ readonly figures: LoadFigures; readonly result: T }> {
  const stop = new AbortController();
  const load = runLoad({ ...options, signal: stop.signal });
  try {
    const result = await work();
    stop.abort();
    return { figures: await load, result };
  } finally {
    stop.abort();
    await load;
  }
}
