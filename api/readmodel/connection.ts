import type { IncomingMessage, ServerResponse } from 'node:http';

/** Request and response, for an answer that writes as long as the client stays connected. */
export interface Connection {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}
