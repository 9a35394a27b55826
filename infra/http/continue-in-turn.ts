import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Invites the body of a request that expects `100 Continue` (RFC 9110, section 10.1.1) when it is its turn. For a request behind
 * another one of its connection, Node itself would send the invitation between the head and the body of the answer.
 */
export function continueInTurn(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const invite = (): void => {
      if (!response.headersSent) response.writeContinue();
    };
    // It has a socket once the answers before it are sent.
    if (response.socket === null) response.once('socket', invite);
    else invite();
    server.emit('request', request, response);
  });
}
