import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/**
 * Proxies that are believed when they say in `X-Forwarded-For` whom they ask for: how many stand in a row before this
 * process, or the addresses and networks (CIDR) they have. Neither 0 nor an empty list believes anybody.
 */
export type TrustedProxies = number | readonly string[];

type Received = Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } };

/**
 * The address a request comes from: of the connection, or where that is a trusted proxy what it says, read from the
 * right. What stands further left was sent by the client, who may write there what he likes.
 */
export function createClientAddress(trusted: TrustedProxies): (request: Received) => string {
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

/** Whether an address is that of a proxy, when so many of them have been passed. */
function trustOf(trusted: TrustedProxies): (address: string, passed: number) => boolean {
  if (typeof trusted === 'number') return (_, passed) => passed < trusted;
  const networks = new BlockList();
  for (const one of trusted) {
    const [address = '', prefix] = one.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    networks.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** An address without the port and brackets that some proxies write, an IPv4 one in IPv6 form as itself; null when it is none. */
function plainAddress(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  return isIP(address) === 0 ? null : address;
}

/** The network an address belongs to: an IPv4 address itself, of an IPv6 address the first 64 bits, which one host has. */
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
