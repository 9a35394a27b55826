import type { RequestListener, Server } from 'node:http';

/** The HTTP listener before there is anything to serve: ports are taken first, so that a taken one is known at once. */
export interface Door {
  readonly serve: (listener: RequestListener) => void;
}

const starting = JSON.stringify({ status: 'starting', failing: ['the service is starting'] });

/** Answers 503 until it is told what to serve; `/livez` answers from the start. */
export function openDoor(server: Server): Door {
  let current: RequestListener = (request, response) => {
    const alive = request.url === '/livez';
    response.writeHead(alive ? 200 : 503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' });
    response.end(alive ? JSON.stringify({ status: 'ok' }) : starting);
  };
  server.on('request', (request, response) => {
    current(request, response);
  });
  return {
    serve: (listener) => {
      current = listener;
    },
  };
}
