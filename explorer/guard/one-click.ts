import type { IncomingMessage } from 'node:http';

/** Headers that a proxy adds. With any of them the client may be anywhere, even if the request has an address and host of this machine. */
const ofProxies = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

type ReceivedRequest = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly localAddress?: string | undefined; readonly remoteAddress?: string | undefined };
};

/** Whether a request comes from this machine without a proxy between. */
export const isDirect = ({ headers, socket }: ReceivedRequest): boolean =>
  [socket.localAddress, socket.remoteAddress].every((address) => loopback.test(address ?? '')) &&
  !Object.keys(headers).some((name) => ofProxies.test(name));
