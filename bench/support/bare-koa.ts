/** A Koa that sends the same bytes whatever is asked; says its port to its parent. */
import { type ChildProcess, fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import Koa from 'koa';

export interface BareKoa {
  readonly url: string;
  readonly stop: () => void;
}

/** Starts it in a process of its own. */
export function startBareKoa(body: Buffer, contentType: string): Promise<BareKoa> {
  const file = fileURLToPath(import.meta.url);
  const child: ChildProcess = fork(file, [body.toString('base64'), contentType], { execArgv: process.execArgv });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (port) =>
      resolve({ url: `http://127.0.0.1:${port as number}`, stop: () => void child.kill() }),
    );
  });
}

function serve(body: Buffer, contentType: string): void {
  const app = new Koa();
  app.use((ctx) => {
    ctx.type = contentType;
    ctx.body = body;
  });
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  serve(Buffer.from(process.argv[2] ?? '', 'base64'), process.argv[3] ?? '');
}
