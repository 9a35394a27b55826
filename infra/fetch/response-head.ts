import type { ClientRequest, IncomingMessage } from 'node:http';
import { unlessAborted } from './deadline.ts';

/** Answers before the answer (100, 102, 103) that are waited through. */
const mostProvisional = 16;

/** The other side gave no answer. The message completes a sentence that begins with its name. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  /** Status of what came instead of an answer; null if there is none. */
  readonly status: number | null;
  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/**
 * The head of the answer to a request. Settles whatever the other side does, at the latest when the signal aborts. Node emits
 * neither `response` nor `error` after a `101` that no listener takes, only `close`; provisional answers (RFC 9110, 15.2) have
 * no limit of their own. Rejects with `NoResponse`, the error of the request, or the reason of the signal.
 */
export function responseHead(sent: ClientRequest, signal?: AbortSignal): Promise<IncomingMessage> {
  const head = new Promise<IncomingMessage>((resolve, reject) => {
    let provisional = 0;
    sent.once('response', resolve);
    sent.on('error', reject);
    sent.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new NoResponse('answered with status 101 and another protocol', 101));
    });
    sent.on('information', ({ statusCode }) => {
      provisional += 1;
      if (provisional <= mostProvisional) return;
      reject(new NoResponse(`sent more than ${mostProvisional} provisional answers (${statusCode})`));
      sent.destroy();
    });
    sent.once('close', () => reject(new NoResponse('closed the connection without an answer')));
  });
  if (signal === undefined) return head;
  // Nothing waits for it once the signal has aborted.
  head.catch(() => undefined);
  signal.addEventListener('abort', () => sent.destroy(), { once: true });
  if (signal.aborted) sent.destroy();
  return unlessAborted(signal, () => head);
}
