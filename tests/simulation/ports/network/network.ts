import { isIP } from 'node:net';
import { simulation } from '../../kernel/simulation.ts';

/** The server's end of a connection. What it sends arrives in order, some time later. */
export interface ServerEnd {
  /** Whether the client still has the connection open. */
  readonly isOpen: () => boolean;
  readonly send: (bytes: Buffer | string) => void;
  /** No further byte follows. */
  readonly end: () => void;
  /** The connection is lost: the client gets ECONNRESET. */
  readonly reset: () => void;
}

/** What listens at an address: takes a connection, and returns what takes the bytes of the client. */
export type Listener = (client: ServerEnd) => (bytes: Buffer) => void;

/** Classes of faults between a client and any server. A world that has some of them lists these. */
export const connectionFaults = {
  'name-not-found': { share: 0.15, probability: 0.25 },
  'name-rebinds': { share: 0.15, probability: 0.3 },
  'connection-refused': { share: 0.15, probability: 0.25 },
  'connection-hangs': { share: 0.15, probability: 0.25 },
} as const;

/** Addresses that a rebound name has: private ones of each family, alone or beside a public one. */
const reboundTo = [
  ['127.0.0.1'],
  ['10.0.0.5'],
  ['169.254.169.254'],
  ['::1'],
  ['fd00::5'],
  ['::ffff:192.168.0.5'],
] as const;

/** Names, addresses and what listens there: all machines that a world's program can reach. */
export class Network {
  readonly #addresses = new Map<string, string>();
  readonly #listeners = new Map<string, Listener>();
  /** Called for every connection before it is opened. */
  onConnect: (address: string, port: number) => void = () => undefined;

  /** Makes a server reachable on any port by its name. Returns its address, a public one unless it is given. */
  serve(name: string, listener: Listener, address = `9.9.0.${this.#listeners.size + 1}`): string {
    this.#addresses.set(name, address);
    this.#listeners.set(address, listener);
    return address;
  }

  /** The addresses that a resolver answers now; null if it knows none. */
  resolve(name: string): readonly string[] | null {
    const { faults, random } = simulation();
    const address = this.#addresses.get(name);
    if (address === undefined || faults.strikes('name-not-found')) return null;
    if (!faults.strikes('name-rebinds')) return [address];
    const rebound = random.pick(reboundTo);
    return random.chance(0.7) ? rebound : [address, ...rebound];
  }

  /** The listener of an address. */
  listenerAt(address: string, port: number): Listener | 'refuses' | 'hangs' {
    this.onConnect(address, port);
    const { faults } = simulation();
    if (faults.strikes('connection-hangs')) return 'hangs';
    if (faults.strikes('connection-refused')) return 'refuses';
    return this.#listeners.get(address) ?? 'refuses';
  }
}

let network = new Network();

/** Makes a network the one that all connections use. */
export const useNetwork = (used: Network): void => {
  network = used;
};

export const simulatedNetwork = (): Network => network;

export const familyOf = (address: string): 4 | 6 => (isIP(address) === 6 ? 6 : 4);
