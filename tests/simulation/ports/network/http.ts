/** `node:http`: the real client and parser, over connections of the simulated network. */
import { Agent as RealAgent } from 'node:http';
import { Connection, type ConnectOptions } from './connection.ts';

export * from 'node:http';

export class Agent extends RealAgent {
  override createConnection(options: ConnectOptions): Connection {
    return new Connection(options, false);
  }
}
