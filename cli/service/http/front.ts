import { createServer, type RequestListener } from 'node:http';
import { isReachedOverHttps } from '../../../api/route/middleware/identity.ts';
import type { Config } from '../../../infra/config/config.ts';
import type { Lifecycle } from '../../../infra/async/lifecycle.ts';
import { type LoopDelay, measureLoopDelay } from '../../../infra/process/loop-delay.ts';
import { allowedHosts, frontOptions, openListener } from './listener.ts';
import { createDrain } from './drain.ts';
import { listen, urlOf } from './listen.ts';

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
  /** Starts serving. Before, `/livez` answers, and everything else gets 503 because the service is starting. */
  readonly serve: (listener: RequestListener) => void;
  /** Closes the listener after the requests in flight are answered. */
  readonly drain: () => Promise<void>;
  /** Delay of the event loop that answers. */
  readonly loopDelay: LoopDelay;
}

/** Listens before there is anything to serve, so that a taken port is reported at once. */
export async function openHttpFront(options: HttpFrontOptions): Promise<HttpFront> {
  const { config, lifecycle, searchPorts, stage } = options;
  const server = createServer(frontOptions);
  const drain = createDrain(server);
  const loopDelay = await lifecycle.start('loop delay', async () => {
    const value = measureLoopDelay();
    return { value, stop: async () => value.stop() };
  });
  server.on('request', loopDelay.arrived);
  const bases = [config.baseUrl, config.explorerUrl].filter((base) => base !== null);
  const listener = openListener(server, { hosts: allowedHosts(config), https: isReachedOverHttps(bases) });
  const { port } = await lifecycle.start('http', async () => {
    const value = await listen(server, {
      host: config.httpHost,
      port: config.httpPort,
      variable: 'ATTESTRY_HTTP_PORT',
      searchOnTaken: searchPorts,
      notify: stage,
    });
    return { value, stop: value.close };
  });
  return {
    httpUrl: urlOf(config.httpHost, port),
    serve: (serving) => {
      loopDelay.begin();
      listener.serve(serving);
    },
    drain: drain.run,
    loopDelay,
  };
}
