/** Faults of the process of the tables and of that of the analysts, while both are read. */
import type { RunningService, Sandbox } from '../support/service.ts';
import { type Engine, hostOf, sendTo } from './tables-processes.ts';
import { nextHost } from './watched-processes.ts';
import { until, elapsedMs } from '../support/real-time.ts';

export interface HostFault {
  readonly engine: Engine;
  readonly signal: NodeJS.Signals;
}

/** A service whose API and whose SQL port are read with this key. */
export interface ReadService {
  readonly sandbox: Sandbox;
  readonly service: RunningService;
  readonly key: string;
}

export const readOf = ({ service, key }: Pick<ReadService, 'service' | 'key'>): Promise<Response> =>
  fetch(`${service.httpUrl}/me/monitoring/changes?days=365`, { headers: { authorization: `Bearer ${key}` } });

export const queryOf = ({ service }: Pick<ReadService, 'service'>): Promise<Response> =>
  fetch(`${service.sqlUrl}/?query=SELECT+count()+FROM+changes`);

/** Sends the signals at once; resolves with the time until both engines answer again, milliseconds. */
export async function wholeAfter(read: ReadService, faults: readonly HostFault[]): Promise<number> {
  const { sandbox } = read;
  const before = faults.map(({ engine }) => hostOf(sandbox, engine));
  const signalled = elapsedMs();
  for (const [index, { signal }] of faults.entries()) sendTo(before[index] ?? 0, signal);
  await Promise.all(faults.map(({ engine }, index) => nextHost(sandbox, before[index] ?? 0, engine)));
  await until200(() => readOf(read));
  await until200(() => queryOf(read));
  return Math.round(elapsedMs() - signalled);
}

/** Asks until the answer has status 200. */
export async function until200(ask: () => Promise<Response>): Promise<void> {
  const answers = async (): Promise<boolean> => {
    const response = await ask();
    await response.arrayBuffer();
    return response.status === 200;
  };
  await until('an answer with status 200', answers, 10);
}
