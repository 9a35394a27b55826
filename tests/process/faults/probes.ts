import { pause, elapsedMs, abortAfter } from '../../support/real-time.ts';

export interface ProbeFigures {
  /** Responses by path and status; `none` if there was none within 10 s. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Longest response time by path, in ms. */
  readonly slowest: Readonly<Record<string, number>>;
}

export interface Probe {
  readonly path: string;
  /** Value of the header `authorization`. */
  readonly authorization?: string;
}

const everyMs = 300;
const limitMs = 10_000;

/** Sends all probes repeatedly while `work` runs, on a new connection each time, as a load balancer does. */
export async function probing(
  httpUrl: string,
  probes: readonly Probe[],
  work: () => Promise<void>,
): Promise<ProbeFigures> {
  const statuses: Record<string, Record<string, number>> = {};
  const slowest: Record<string, number> = {};
  let isOver = false;
  const sendProbe = async ({ path, authorization }: Probe): Promise<void> => {
    const begun = elapsedMs();
    const status = await statusOf(`${httpUrl}${path}`, authorization);
    const name = path.split('?')[0] ?? path;
    const counts = (statuses[name] ??= {});
    counts[status] = (counts[status] ?? 0) + 1;
    slowest[name] = Math.max(slowest[name] ?? 0, Math.round(elapsedMs() - begun));
  };
  const sendProbes = async (): Promise<void> => {
    for (let n = 1; !isOver; n += 1) {
      // A repeated request may be answered from a cache: `{n}` makes each one new.
      await Promise.all(
        probes.map((probe) => sendProbe({ ...probe, path: probe.path.replace('{n}', String((n % 3_000) + 1)) })),
      );
      await pause(everyMs);
    }
  };
  const sending = sendProbes();
  try {
    await work();
  } finally {
    isOver = true;
    await sending;
  }
  return { statuses, slowest };
}

async function statusOf(url: string, authorization: string | undefined): Promise<string> {
  try {
    const headers = { connection: 'close', ...(authorization === undefined ? {} : { authorization }) };
    const response = await fetch(url, { headers, signal: abortAfter(limitMs) });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return 'none';
  }
}
