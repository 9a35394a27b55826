/** `node:https` over connections of the simulated network, without encryption. */
import { Agent as RealAgent } from 'node:https';
import { Connection, type ConnectOptions } from './connection.ts';

export * from 'node:https';

export class Agent extends RealAgent {
  override createConnection(options: ConnectOptions): Connection {
    return new Connection(options, true);
  }
}
