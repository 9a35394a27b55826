import type { Simulation } from '../kernel/simulation.ts';

/** Written out here, apart from the lists of the program: what a machine inside of a network has. */
const privateAddresses = /^(?:127\.|10\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|::ffff:|f[cd])/;

/** Returns the check that no connection to an address inside of the network is opened: call it before every connection. */
export const createConnectionCheck =
  (simulation: Simulation) =>
  (address: string, port: number): void => {
    simulation.note('a connection is opened');
    if (!privateAddresses.test(address)) return;
    simulation.violate('public-connections', `a connection to ${address}, port ${port}, is not to a public address`);
  };
