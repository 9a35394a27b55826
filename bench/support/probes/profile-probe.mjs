/** Preloaded into `attestry up`: profiles the main thread between requests to `/start` and `/stop` on a Unix socket. */
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

const socket = process.env['ATTESTRY_BENCH_PROFILE'];

if (isMainThread && socket !== undefined && process.argv[2] === 'up') {
  const session = new Session();
  const server = createServer(async (request, response) => {
    response.setHeader('connection', 'close');
    if (request.url === '/start') {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
      response.end();
      return;
    }
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    response.end(JSON.stringify(profile));
  });
  server.listen(socket);
  server.unref();
}
