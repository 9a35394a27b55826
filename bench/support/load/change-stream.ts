import { get } from 'node:http';

export interface ReceivedChange {
  readonly id: string;
  readonly watchlistItemId: string;
  /** Time of detection: the time of the reading that caused the change, milliseconds. */
  readonly detectedAt: number;
  /** When the client received it, milliseconds. */
  readonly receivedAt: number;
}

/** An open event stream of a client that records each delivered change. */
export interface ChangeStream {
  readonly received: readonly ReceivedChange[];
  readonly close: () => void;
}

/** Opens the stream; resolves when the service answers. `onChange` is called with each change, at once. */
export function openChangeStream(
  url: string,
  key: string,
  onChange: (change: ReceivedChange) => void = () => undefined,
): Promise<ChangeStream> {
  const received: ReceivedChange[] = [];
  return new Promise((resolve, reject) => {
    const request = get(`${url}/me/monitoring/stream`, { headers: { authorization: `Bearer ${key}` } });
    request.once('error', reject);
    request.once('response', (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`a stream is answered ${response.statusCode ?? 0}`));
        return;
      }
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const receivedAt = Date.now();
        const events = (rest + text).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const data = /^event:\s*change$/m.test(event) ? /^data:(.*)$/m.exec(event)?.[1] : undefined;
          if (data === undefined) continue;
          const sent = JSON.parse(data) as Pick<ReceivedChange, 'id' | 'watchlistItemId'> & {
            readonly detectedAt: string;
          };
          const { id, watchlistItemId, detectedAt } = sent;
          const change = { id, watchlistItemId, detectedAt: Date.parse(detectedAt), receivedAt };
          received.push(change);
          onChange(change);
        }
      });
      response.on('error', () => undefined);
      resolve({ received, close: () => void request.destroy() });
    });
  });
}
