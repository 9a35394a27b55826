/** Raw bytes on a TCP connection, including bytes that no HTTP client would send. */
import { connect } from 'node:net';

/** Sends bytes; resolves with everything received once the server has ended the connection. */
export function sendRaw(port: number, bytes: string): Promise<{ readonly text: string }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const finish = (): void => resolve({ text });
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', finish);
    socket.on('close', finish);
    socket.write(bytes, 'latin1');
  });
}

/** Status codes of the responses in a text, in order. */
export const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));
