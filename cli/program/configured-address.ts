import type { Config } from '../../infra/config/config.ts';

type Listener = Pick<Config, 'httpHost' | 'httpPort'>;

/**
 * The address that the settings give the running service: a base URL where one is set, else the listener, by a name that
 * reaches it on this machine. Null where the listener chooses its port itself.
 */
export function configuredAddress(base: string | null, { httpHost, httpPort }: Listener): string | null {
  if (base !== null) return base;
  return httpPort === 0 ? null : `http://${hostInUrl(httpHost)}:${httpPort}`;
}

const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
