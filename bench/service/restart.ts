import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions } from '../bench.ts';
import { atMost, type Measurement } from '../measurement.ts';
import { appendObservations, openBenchEngine } from '../support/engines/engine.ts';
import { readAgain } from '../support/samples/observations.ts';
import { inSandbox, newKey, register } from '../support/engines/service.ts';
import { makeWorld } from '../support/samples/world.ts';

const assets = 300;
const clients = 8;
const underLoadMs = 5_000;
const rounds = 3;
const pollMs = 10;

/** From `kill -9` of everything, under load, until a read and a write of a client are answered again. */
export async function benchRestart(_options: BenchOptions): Promise<readonly Measurement[]> {
  const world = makeWorld(assets);
  return inSandbox(async (sandbox) => {
    const first = await sandbox.up();
    await register(sandbox, world);
    const key = await newKey(sandbox, 'restart');
    const port = new URL(first.httpUrl).port;
    const client = clientOf(first.httpUrl, key);
    const engine = await openBenchEngine(sandbox.directory);
    const load = startLoad(
      client,
      world.assets.map(({ assetId }) => assetId),
    );
    let [reads, writes] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      await appendObservations(engine, readAgain(world, 1, 0.3));
      await pause(underLoadMs);
      await sandbox.killAll();
      const killed = performance.now();
      const starting = sandbox.up({ env: { ATTESTRY_HTTP_PORT: port } });
      const assetId = world.assets[round]?.assetId ?? '';
      const [read, write] = await Promise.all([
        untilAnswered(() => client.read(), killed),
        untilAnswered(() => client.write(assetId), killed),
      ]);
      [reads, writes] = [Math.max(reads, read), Math.max(writes, write)];
      await starting;
    }
    await load.end();
    await engine.close();
    const figure = (name: string, value: number): Measurement => ({
      name,
      unit: 's',
      value,
      floor: null,
      target: atMost(5),
    });
    return [
      figure(`after kill -9 under load, first read, longest of ${rounds}`, reads),
      figure(`after kill -9 under load, first write, longest of ${rounds}`, writes),
    ];
  });
}

interface Client {
  readonly read: () => Promise<boolean>;
  readonly write: (assetId: string) => Promise<boolean>;
}

/** Whether a request was carried out; false also while nothing listens. */
function clientOf(url: string, key: string): Client {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const carriedOut = async (path: string, init: RequestInit): Promise<boolean> => {
    try {
      const answer = await fetch(`${url}${path}`, { ...init, headers });
      await answer.arrayBuffer();
      return answer.status < 500;
    } catch {
      return false;
    }
  };
  return {
    read: () => carriedOut('/me/watchlist', {}),
    write: (assetId) => carriedOut('/me/watchlist', { method: 'POST', body: JSON.stringify({ assetId }) }),
  };
}

async function untilAnswered(request: () => Promise<boolean>, since: number): Promise<number> {
  while (!(await request())) await pause(pollMs);
  return (performance.now() - since) / 1_000;
}

/** Clients that read and write one request after the other, also while nothing listens. */
function startLoad({ read, write }: Client, assetIds: readonly string[]): { readonly end: () => Promise<void> } {
  let isOver = false;
  const loops = Array.from({ length: clients }, async (_, number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const assetId = assetIds[(number + turn) % assetIds.length] ?? '';
      if (!(await (turn % 4 === 0 ? write(assetId) : read()))) await pause(pollMs);
    }
  });
  return {
    end: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}
