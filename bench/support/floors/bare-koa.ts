/** A Koa that sends the same bytes for every request; reports its port to its parent. */
import { type ChildProcess, fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import Koa from 'koa';

export interface BareKoa {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => void;
}

interface Answer {
  readonly body: string;
  readonly contentType: string;
  readonly status: number;
  /** `Content-Encoding` of the body; left out for none. */
  readonly coding?: string;
}

/** Starts it in a process of its own. An empty body means no body. */
export function startBareKoa(body: Buffer, contentType: string, status = 200, coding?: string): Promise<BareKoa> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), { execArgv: process.execArgv });
  child.send({
    body: body.toString('base64'),
    contentType,
    status,
    ...(coding === undefined ? {} : { coding }),
  } satisfies Answer);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (port) =>
      resolve({ url: `http://127.0.0.1:${port as number}`, pid: child.pid ?? 0, stop: () => void child.kill() }),
    );
  });
}

function serve({ body, contentType, status, coding }: Answer): void {
  const bytes = Buffer.from(body, 'base64');
  const app = new Koa();
  app.use((ctx) => {
    if (bytes.length === 0) {
      ctx.body = null;
    } else {
      ctx.type = contentType;
      ctx.body = bytes;
      if (coding !== undefined) ctx.set('Content-Encoding', coding);
    }
    ctx.status = status;
  });
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', (answer) => serve(answer as Answer));
}
