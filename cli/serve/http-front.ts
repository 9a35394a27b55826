import { createServer, type RequestListener } from 'node:http';
import { isReachedOverHttps } from '../../api/middleware/identity.ts';
import type { Config } from '../../infra/config/config.ts';
import type { Lifecycle } from '../../infra/lifecycle.ts';
import { allowedHosts, httpLimits, openDoor } from '../up/door.ts';
import { createDrain } from '../up/drain.ts';
import { listen, urlOf } from '../up/listen.ts';

export interface HttpFrontOptions {
  readonly config: Config;
  readonly lifecycle: Lifecycle;
  /** Take the next free port when one is taken. */
  readonly searchPorts: boolean;
  readonly stage: (sentence: string) => void;
}

/** The listener of the API. */
export interface HttpFront {
  readonly httpUrl: string;
  /** Until this is called, `/livez` answers, and everything else is told that the service is starting. */
  readonly serve: (listener: RequestListener) => void;
  /** Ends with what is in flight answered. */
  readonly drain: () => Promise<void>;
}

/** Listens for HTTP before there is anything to serve: a port that is taken is known at once. */
export async function openHttpFront(options: HttpFrontOptions): Promise<HttpFront> {
  const { config, lifecycle, searchPorts, stage } = options;
  const server = createServer(httpLimits);
  const drain = createDrain(server);
  const bases = [config.baseUrl, config.explorerUrl].filter((base) => base !== null);
  const door = openDoor(server, { hosts: allowedHosts(config), https: isReachedOverHttps(bases) });
  const { port } = await lifecycle.start('http', async () => {
    const value = await listen(server, {
      host: config.httpHost,
      port: config.httpPort,
      variable: 'ATTESTRY_HTTP_PORT',
      searchOnTaken: searchPorts,
      say: stage,
    });
    return { value, stop: value.close };
  });
  return { httpUrl: urlOf(config.httpHost, port), serve: door.serve, drain: drain.run };
}
