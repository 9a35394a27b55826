import { createServer } from 'node:net';
import type { Config } from '../../infra/config/config.ts';
import { settings } from '../../infra/config/settings.ts';
import { isCluster } from '../engine/open-engine.ts';
import type { Check } from './check.ts';

/** A port that a process of this installation listens on. */
export interface CheckedPort {
  /** The setting. */
  readonly name: string;
  readonly port: number;
  readonly host: string;
}

/** The ports that the settings open. */
export const portsOf = (config: Config): readonly CheckedPort[] =>
  [
    { name: settings.httpPort.name, port: config.httpPort, host: config.httpHost },
    { name: settings.opsPort.name, port: config.opsPort, host: config.opsHost },
    { name: settings.sqlPort.name, port: config.clickhouseUrl === null ? config.sqlPort : 0, host: '127.0.0.1' },
    { name: settings.registryPort.name, port: isCluster(config) ? 0 : config.registryPort, host: '127.0.0.1' },
  ].filter(({ port }) => port !== 0);

/** One check a port: it is free, or the program itself listens there, such as another role of the cluster. */
export const portChecks = (ports: readonly CheckedPort[]): Promise<readonly Check[]> =>
  Promise.all(
    ports.map(async ({ name, port, host }) => {
      const check = { name: `port ${port}`, remedy: null };
      if (await isFree(port, host)) return { ...check, ok: true, found: 'free' };
      const program = await programAt(port, host);
      if (program !== null) return { ...check, ok: true, found: `${program} listens there` };
      const remedy = `set ${name} to another port, or stop what listens there`;
      return { ...check, ok: false, found: 'taken', remedy };
    }),
  );

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** Time for an answer of a listener, ms, and its largest size, characters. */
const answerLimitMs = 2_000;
const longestAnswer = 1_000;

/** "Attestry 0.1.0" where its `/version` answers, null where another program listens. */
async function programAt(port: number, host: string): Promise<string | null> {
  try {
    const response = await fetch(`http://${reachable(host)}:${port}/version`, {
      redirect: 'error',
      signal: AbortSignal.timeout(answerLimitMs),
    });
    const answer: unknown = JSON.parse(await startOf(response));
    if (typeof answer !== 'object' || answer === null) return null;
    const { name, version } = answer as { readonly name?: unknown; readonly version?: unknown };
    return name === 'attestry' && typeof version === 'string' ? `Attestry ${version}` : null;
  } catch {
    return null;
  }
}

/** The address that reaches a listener of this machine: one on all addresses is reached on loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** The beginning of a body: another program may send without end. */
async function startOf({ body }: Response): Promise<string> {
  let text = '';
  if (body === null) return text;
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestAnswer) return '';
  }
  return text;
}
