import { randomUUID } from 'node:crypto';
import { Agent, type ClientRequest, get } from 'node:http';
import { appendValues } from '../../../cli/log/append.ts';
import type { Engine } from '../../../cli/engine/open-engine.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { shortHashOfText } from '../../../schemas/values/hash.ts';

/** Open event streams, each with a key of its own. */
export interface Streams {
  /** Milliseconds from the append of a change until each stream has delivered it. */
  readonly deliver: (change: Change) => Promise<readonly number[]>;
  readonly close: () => void;
}

const longestMs = 30_000;

/** Opens a stream with each key, on a service whose log `engine` appends to. */
export async function openStreams(url: string, keys: readonly string[], engine: Engine): Promise<Streams> {
  const agent = new Agent({ maxSockets: keys.length });
  let onDelivered: (id: string) => void = () => undefined;
  const open = (key: string): Promise<ClientRequest> =>
    new Promise((resolve, reject) => {
      const request = get(`${url}/me/monitoring/stream`, { agent, headers: { authorization: `Bearer ${key}` } });
      request.once('error', reject);
      request.once('response', (response) => {
        if (response.statusCode !== 200) reject(new Error(`a stream is answered ${response.statusCode}`));
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const events = (rest + text).split('\n\n');
          rest = events.pop() ?? '';
          for (const event of events) {
            const id = /^data:\s*\{"id":"([^"]+)"/m.exec(event)?.[1];
            if (id !== undefined && /^event:\s*change$/m.test(event)) onDelivered(id);
          }
        });
        response.once('data', () => resolve(request));
      });
    });
  // In sequence: a service refuses some of hundreds of simultaneous requests.
  const requests: ClientRequest[] = [];
  for (const key of keys) requests.push(await open(key));
  return {
    deliver: async (template) => {
      const now = Date.now();
      const id = `register:${shortHashOfText(randomUUID())}`;
      const change = { ...template, id, groupId: randomUUID(), detectedAt: now, notableAt: now, revisedAt: now };
      const times: number[] = [];
      const start = performance.now();
      const everybody = new Promise<void>((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`${times.length} of ${keys.length} streams delivered it`)),
          longestMs,
        );
        onDelivered = (one) => {
          if (one !== id) return;
          times.push(performance.now() - start);
          if (times.length < keys.length) return;
          clearTimeout(late);
          resolve();
        };
      });
      await appendValues(engine, 'changes', [{ value: change, timestamp: now }]);
      await everybody;
      return times;
    },
    close: () => {
      for (const request of requests) request.destroy();
      agent.destroy();
    },
  };
}
