import { connect } from 'node:net';

/** A POST whose head the service has read, and whose body is not sent yet. */
export interface HeldPost {
  readonly finish: () => void;
  /** The whole answer until the connection was closed. */
  readonly answer: Promise<string>;
}

/** Sends the head of a POST with a JSON body; resolves when the service waits for the body. */
export async function holdPost(url: string, key: string, path: string, body: string): Promise<HeldPost> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const isReading = 'HTTP/1.1 100 Continue\r\n\r\n';
  let text = '';
  const reads = new Promise<void>((resolve) => {
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.startsWith(isReading)) resolve();
    });
  });
  const answer = new Promise<string>((resolve) => {
    const end = (): void => resolve(text.slice(isReading.length));
    socket.once('close', end).once('error', end);
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await reads;
  return { finish: () => socket.write(body), answer };
}
