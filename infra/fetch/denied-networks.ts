import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/**
 * `::/96` has IPv4 addresses in a form that was given up (RFC 4291, 2.5.5.1); some systems still connect to them. The
 * filtering agent takes it for public, and its own list of networks warns of every IPv4 address it compares with one of
 * IPv6.
 */
const denied = new BlockList();
denied.addSubnet('::', 96, 'ipv6');

/** Whether an address, as literal or resolved, is in a denied network. */
export const isDenied = (address: string): boolean => isIPv6(address) && denied.check(address, 'ipv6');

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
