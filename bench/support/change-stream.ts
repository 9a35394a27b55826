import { get } from 'node:http';

export interface ToldChange {
  /** When the change was detected: the time of the reading that made it, milliseconds. */
  readonly detectedAt: number;
  /** When the client had it, milliseconds. */
  readonly toldAt: number;
}

/** An open event stream of a key holder that notes each change it tells. */
export interface ChangeStream {
  readonly told: readonly ToldChange[];
  readonly close: () => void;
}

/** Opens the stream; resolves when the service answers. */
export function openChangeStream(url: string, key: string): Promise<ChangeStream> {
  const told: ToldChange[] = [];
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
        const toldAt = Date.now();
        const events = (rest + text).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const data = /^event:\s*change$/m.test(event) ? /^data:(.*)$/m.exec(event)?.[1] : undefined;
          if (data === undefined) continue;
          const { detectedAt } = JSON.parse(data) as { readonly detectedAt: string };
          told.push({ detectedAt: Date.parse(detectedAt), toldAt });
        }
      });
      response.on('error', () => undefined);
      resolve({ told, close: () => void request.destroy() });
    });
  });
}
