import { gunzipSync, gzipSync } from 'node:zlib';
import { parseCassette, writeCassette } from '../../pipeline/chain/cassette.ts';
import { decodeCassette } from '../../pipeline/chain/decode-cassette.ts';
import { ingestCapture } from '../../pipeline/ingest/ingest.ts';
import { captureIdOf } from '../../pipeline/ingest/snapshot-ids.ts';
import { chainFeeds } from '../../pipeline/publishers/chain/chain-feeds.ts';
import type { KeyedState } from '../../pipeline/runtime/processor.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { measureQuietDay } from './quiet-day.ts';
import { measureHostile, measureReading } from './reading.ts';
import { measureFeed, measureFeedBesideGleif } from './rounds.ts';
import { measureSolana } from './solana.ts';
import { atLeast, type Measurement, median, ratioAtMost } from '../measurement.ts';
import { profiled } from '../support/probes/profile.ts';
import { objectState } from '../support/engines/object-state.ts';

const assetCount = 1_000;
const safeCount = 50;
const repeats = 3;

/** Readings of a chain, on a local node. */
export const chainBench: Bench = {
  name: 'chain',
  measures: 'readings of chains: requests, time, cassettes to observations',
  cases: {
    'ingest of statements': measure,
    'readings of a node': measureReading,
    'hostile contracts': measureHostile,
    'Solana mints': measureSolana,
    'a change to the feed': measureFeed,
    'a change beside GLEIF': measureFeedBesideGleif,
    'a quiet day': measureQuietDay,
  },
};

async function measure({ scale, profile }: BenchOptions): Promise<readonly Measurement[]> {
  const count = Math.max(safeCount, Math.round(assetCount * scale));
  const [before, after] = await recordCassettes(count);
  const { bytes } = before;
  const first = (): number => ingest(before, objectState());
  if (profile) await profiled('ingest of statements', async () => first());
  const [firsts, equals, floors, readings]: number[][] = [[], [], [], []];
  for (let turn = 0; turn <= repeats; turn++) {
    const known = objectState();
    ingest(before, known);
    const [stated, equal, bare, read] = [
      timed(first),
      timed(() => ingest(after, known)),
      timed(() => sha256Hex(gunzipSync(bytes))),
      timed(() => readOf(bytes)),
    ];
    if (turn === 0) continue;
    firsts?.push(count / stated);
    equals?.push(count / equal);
    floors?.push(count / bare);
    readings?.push(count / read);
  }
  const floor = { name: 'inflating and hashing the cassette', value: median(floors ?? []) };
  const size = `${Math.round(bytes.length / count)} bytes an asset`;
  const figure = (name: string, values: readonly number[]): Measurement => ({
    name: `${name}, ${size}`,
    unit: 'assets/s',
    value: median(values),
    floor,
    target: atLeast(2_000),
  });
  const perThousand = (rates: readonly number[]): number => 1e6 / median(rates);
  return [
    figure('first statement', firsts ?? []),
    figure('equal statement', equals ?? []),
    {
      name: 'first statement of 1,000 assets',
      unit: 'ms',
      value: perThousand(firsts ?? []),
      floor: { name: 'the cassette read: inflated, hashed, parsed, decoded', value: perThousand(readings ?? []) },
      target: ratioAtMost(3),
    },
  ];
}

/** Decodes a cassette as `ingest` does before it compares the readings. */
function readOf(bytes: Buffer): void {
  const text = gunzipSync(bytes);
  sha256Hex(text);
  const parsed = parseCassette(text.toString('utf8'));
  if (!parsed.ok || !decodeCassette(parsed.cassette).ok) throw new Error('the cassette cannot be read');
}

interface RecordedCassette {
  readonly bytes: Buffer;
  /** Milliseconds. */
  readonly asOf: number;
}

/** Tokens that Safes own, read at two blocks between which nothing changes. */
async function recordCassettes(count: number): Promise<readonly [RecordedCassette, RecordedCassette]> {
  const [{ openTestChain }, { readAssets }] = await Promise.all([
    import('../../tests/support/chain/contracts.ts'),
    import('../../tests/support/chain/read-state.ts'),
  ]);
  const chain = await openTestChain();
  const owners: string[] = [];
  for (let index = 0; index < safeCount; index++) {
    const signers = [0, 1, 2].map((offset) => chain.keys[(index + offset) % chain.keys.length] ?? '');
    owners.push((await chain.safe(signers, 2)).address);
  }
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) {
    tokens.push((await chain.deploy('OwnedToken', owners[index % safeCount])).address);
  }
  const read = async (): Promise<RecordedCassette> => {
    await chain.finalize();
    const { cassette } = await readAssets(chain.anvil.provider(), tokens);
    return {
      bytes: gzipSync(Buffer.from(writeCassette(cassette), 'utf8')),
      asOf: cassette.header.block.timestamp * 1000,
    };
  };
  return [await read(), await read()];
}

/** The fold of one capture; returns how many records it wrote. */
function ingest({ bytes, asOf }: RecordedCassette, state: KeyedState): number {
  const sha256 = sha256Hex(bytes);
  const none = { url: null, contentType: null, etag: null, lastModified: null };
  const content = {
    feed: 'chain-ethereum',
    asOf,
    artifacts: [{ name: 'cassette.gz', sha256, bytes: bytes.length, ...none }],
  };
  const value = { ...content, captureId: captureIdOf(content), obtained: 'fetched', force: false, wanted: [] };
  const input = { topic: 'feed.captures', partition: 0, offset: 0, timestamp: asOf, value } as const;
  const result = ingestCapture({ feeds: new Map(), chains: chainFeeds })(state, input, new Map([[sha256, bytes]]));
  if (result.kind !== 'ok') throw new Error(result.reason);
  const run = result.outputs.at(-1)?.value as { readonly status: string; readonly reason: string | null };
  if (run.status !== 'accepted') throw new Error(run.reason ?? run.status);
  return result.outputs.length;
}

function timed(work: () => unknown): number {
  globalThis.gc?.();
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
