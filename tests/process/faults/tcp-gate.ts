import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Part } from './test-system.ts';

/** A TCP proxy in front of a server of another process. While it is closed, connections are refused. */
export async function openGate(targetPort: number): Promise<Part & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((socket) => {
      const target = connect(targetPort, '127.0.0.1');
      keep(socket);
      keep(target);
      socket.pipe(target).pipe(socket);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    return server;
  };
  let server = await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    kill: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    start: async () => {
      if (!server.listening) server = await listen(port);
    },
  };
}
