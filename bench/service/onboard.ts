import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { Sandbox } from '../../tests/support/service.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement } from '../measurement.ts';
import { inFolder } from '../support/engines/folder.ts';
import { inSandbox, newKey, register, untilIdle } from '../support/engines/service.ts';
import { createClient } from '../support/load/client.ts';
import { makeWorld } from '../support/samples/world.ts';

const tokens = 10_000;
const watched = 250;
const batchSize = 1_000;

/** What an operator and a key holder wait for at the start: a list of tokens, and a list of what to watch. */
export const onboardBench: Bench = {
  name: 'onboard',
  measures: 'a list of tokens from its import until every part has read it; one batch of a watchlist',
  cases: { 'a list of tokens': benchList, 'a batch of the watchlist': benchBatch },
};

async function benchList({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const count = Math.round(tokens * scale);
  const lines = linesOf(count);
  const floor = { name: 'the same lines, appended to an embedded log without a service', value: await appended(lines) };
  return inSandbox(async (sandbox) => {
    await sandbox.up();
    const file = join(sandbox.directory, 'tokens.csv');
    writeFileSync(file, ['caip19,name,symbol,decimals', ...lines].join('\n'));
    const start = performance.now();
    await sandbox.cli('registry', 'import', file, '--no-wait');
    const imported = performance.now();
    const served = await untilIdle(sandbox.directory);
    return [
      { name: `${count} tokens, imported`, unit: 'ms', value: imported - start, floor, target: null },
      { name: `${count} tokens, read by every part`, unit: 'ms', value: served - start, floor, target: atMost(60_000) },
    ];
  });
}

const linesOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => {
    const address = createHash('sha256').update(`token ${index}`).digest('hex').slice(0, 40);
    return `eip155:1/erc20:0x${address},Token ${index},TK${index},6`;
  });

/** Milliseconds. */
const appended = (lines: readonly string[]): Promise<number> =>
  inFolder(async (folder) => {
    const { log, close } = openEmbeddedEngine({ directory: folder, partitions: 6 });
    const records = lines.map((line, index) => ({
      topic: 'registry.assets' as const,
      key: `asset-${index}`,
      value: Buffer.from(line),
      timestamp: 1_700_000_000_000 + index,
    }));
    const start = performance.now();
    for (let from = 0; from < records.length; from += batchSize)
      await log.append(records.slice(from, from + batchSize));
    const took = performance.now() - start;
    await close();
    return took;
  });

async function benchBatch({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const count = Math.max(10, Math.round(watched * scale));
  const world = makeWorld(count);
  return inSandbox(async (sandbox) => {
    const { httpUrl } = await sandbox.up();
    await register(sandbox, world);
    const one = await timed(sandbox, httpUrl, '/me/watchlist', { assetId: world.assets[0]?.assetId });
    const items = world.assets.map(({ assetId }) => ({ assetId }));
    const all = await timed(sandbox, httpUrl, '/me/watchlist/batch', { items });
    const floor = { name: 'one add, POST /me/watchlist', value: one };
    return [{ name: `${count} items in a batch`, unit: 'ms', value: all, floor, target: atMost(3_000) }];
  });
}

/** Milliseconds of one request of a new tenant. */
async function timed(sandbox: Sandbox, httpUrl: string, path: string, body: object): Promise<number> {
  const client = createClient(httpUrl, `Bearer ${await newKey(sandbox, path)}`);
  try {
    const start = performance.now();
    const { status } = await client.send('POST', path, body);
    if (status !== 200 && status !== 201) throw new Error(`${path} answered ${status}`);
    return performance.now() - start;
  } finally {
    client.close();
  }
}
