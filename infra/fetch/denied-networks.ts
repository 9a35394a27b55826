import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Networks that are not public: IANA's special-purpose registries for IPv4 and IPv6 (RFC 6890 and later), multicast and
 * reserved space, and `::/96`, which has IPv4 addresses in a form that was given up (RFC 4291, 2.5.5.1): the filtering agent
 * takes it for public, and some systems still connect to it. IPv4 addresses mapped to IPv6 fit the networks of IPv4.
 */
const networks: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's host agent: its address is in a public range, but the virtualisation host answers it.
  ['168.63.129.16', 32],
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const typeOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** A list for each family: one with both compares every IPv4 address with `::ffff:0:0/96`. */
const denied = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of networks) denied[typeOf(network)].addSubnet(network, prefix, typeOf(network));

/** Names of this machine, even if a resolver answers otherwise (RFC 6761, 6.3). */
const isLocalName = (host: string): boolean => /(?:^|\.)localhost\.?$/i.test(host);

/** Whether a host is not public by itself: an address in a denied network, as literal or resolved, or a name of this machine. */
export const isDenied = (host: string): boolean =>
  isIP(host) === 0 ? isLocalName(host) : denied[typeOf(host)].check(host, typeOf(host));

/** A name resolution that fails for names with a denied address. The error has no code, as the filtering agent's. */
export const withoutDenied =
  (lookup: LookupFunction = systemLookup): LookupFunction =>
  (name, options, done) => {
    lookup(name, options, (error, address, family) => {
      const addressesOf = () => (typeof address === 'string' ? [address] : address.map((one) => one.address));
      // Without an error there is an address.
      const bad = error === null && addressesOf().some(isDenied);
      done(bad ? new Error(`${name} resolves to an address that is not public`) : error, address, family);
    });
  };
