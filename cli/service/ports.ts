import type { Server } from 'node:http';
import { listen, urlOf } from './http/listen.ts';
import type { ServiceProcess } from './part.ts';

/** A listener besides the API. */
export interface Port {
  readonly name: string;
  readonly server: Server;
  readonly host: string;
  /** 0 switches it off. */
  readonly port: number;
  /** The setting of the port. */
  readonly variable: string;
}

/** Opens one port. Returns its URL, or null when it is switched off. */
export async function openPort(
  { lifecycle, searchPorts, stage }: Pick<ServiceProcess, 'lifecycle' | 'searchPorts' | 'stage'>,
  { name, server, host, port, variable }: Port,
): Promise<string | null> {
  if (port === 0) return null;
  const listening = await lifecycle.start(name, async () => {
    const value = await listen(server, { host, port, variable, searchOnTaken: searchPorts, notify: stage });
    return { value, stop: value.close };
  });
  return urlOf(host, listening.port);
}
