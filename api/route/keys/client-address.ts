import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/**
 * Proxies whose `X-Forwarded-For` is trusted: the number of them in a row before this process, or their addresses and
 * networks (CIDR). With 0 or an empty list no proxy is trusted.
 */
export type TrustedProxies = number | readonly string[];

type ReceivedRequest = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/**
 * The client's address: that of the connection, or if that is a trusted proxy the one it forwards, from right to left. The
 * client may have sent any text further left. Empty and malformed elements end the search, which `proxy-addr` would skip or
 * return (decision 3).
 */
export function createClientAddress(trusted: TrustedProxies): (request: ReceivedRequest) => string {
  const isTrusted = trustOf(trusted);
  return ({ headers, socket }) => {
    let address = plainAddress(socket.remoteAddress ?? '') ?? '';
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    for (let proxies = 0; isTrusted(address, proxies); proxies += 1) {
      const before = plainAddress(forwarded.pop()?.trim() ?? '');
      if (before === null) break;
      address = before;
    }
    return address;
  };
}

/** Whether an address is that of a proxy, given the number of proxies that follow it. */
function trustOf(trusted: TrustedProxies): (address: string, passed: number) => boolean {
  if (typeof trusted === 'number') return (_, passed) => passed < trusted;
  return proxyAddr.compile(trusted.flatMap(halvesOfAll));
}

/** `proxy-addr` throws for a network of all addresses, which the setting allows: it gets the two halves. */
function halvesOfAll(network: string): readonly string[] {
  if (!/\/0+$/.test(network)) return [network];
  // The IPv4 addresses are among those of IPv6.
  return ['0.0.0.0/1', '128.0.0.0/1', ...(network.includes(':') ? ['::/1', '8000::/1'] : [])];
}

/** An address without the port and brackets that some proxies add, IPv4-mapped IPv6 as IPv4; null if it is not an address. */
function plainAddress(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  return isIP(address) === 0 ? null : address;
}

/** The network of an address: an IPv4 address itself; the first 64 bits of an IPv6 address, because one host has them all. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const before = groupsOf(head);
  const after = groupsOf(tail);
  const zeros = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0;
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':');
}

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
