/** Every cassette of this repository: a replay is what was live, byte for byte, in whatever order its lines are. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RpcProvider } from '../../../infra/rpc/provider.ts';
import { type Cassette, parseCassette, writeCassette } from '../../../pipeline/chain/cassette.ts';
import type { ReadingHeader } from '../../../pipeline/chain/cassette-header.ts';
import { decodeCassette } from '../../../pipeline/chain/decode-cassette.ts';
import { type Exchange, exchangeKey } from '../../../pipeline/chain/exchange.ts';
import { provingPlanOf, readPlanOf } from '../../../pipeline/chain/read-plans.ts';
import { readLive } from '../../../pipeline/publishers/chain/read-live.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { fixturePath } from '../../support/fixture-path.ts';
import { runsOf } from '../../support/runs.ts';
import { openCaptureLog } from '../ingest/chain/capture-log.ts';

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

const demo = fileURLToPath(new URL('../../../demo/files/chain-solana', import.meta.url));
const bundles = filesIn(fixturePath('bundles', ''), '.json').filter((path) => basename(path).startsWith('chain-'));

interface BundledBytes {
  readonly sha256: string;
  readonly gzip: string;
}
const bundled = (path: string): readonly (readonly [string, Buffer])[] => {
  const { artifacts } = JSON.parse(readFileSync(path, 'utf8')) as { readonly artifacts: readonly BundledBytes[] };
  return artifacts.map(({ sha256, gzip }) => [
    `${basename(path)} ${sha256.slice(0, 8)}`,
    gunzipSync(Buffer.from(gzip, 'base64')),
  ]);
};
const plain = (bytes: Buffer): Buffer => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);

const texts = new Map<string, string>(
  [
    ...[...filesIn(fixturePath('chain-readings', ''), '.gz'), ...filesIn(demo, '.ndjson')].map(
      (path) => [basename(path), readFileSync(path)] as const,
    ),
    ...bundles.flatMap(bundled),
  ].map(([name, bytes]) => [name, plain(bytes).toString('utf8')]),
);

function cassetteOf(text: string): Cassette<ReadingHeader> {
  const parsed = parseCassette(text);
  if (!parsed.ok || parsed.cassette.header.block === null) throw new Error('no reading');
  return { header: parsed.cassette.header, exchanges: parsed.cassette.exchanges };
}

/** A node that answers as the recorded one did, and to nothing else. */
function recordedNode(label: string, exchanges: readonly Exchange[]): RpcProvider {
  const own = new Map(exchanges.map(({ by, request, answer }) => [exchangeKey(by, request), answer]));
  return {
    label,
    send: (requests) =>
      Promise.resolve({
        kind: 'answers',
        answers: requests.map((request) => {
          const answer = own.get(exchangeKey(label, request));
          if (answer === undefined) throw new Error(`${label} was not asked for ${request.method}`);
          return answer;
        }),
      }),
  };
}

/** Reads as the rounds do: with proofs where the header asks for them. */
async function live({ plan, chain, block, assets, proofs }: ReadingHeader, node: RpcProvider) {
  const failed = (): never => {
    throw new Error('no reading');
  };
  if (proofs === undefined) {
    const read = await readLive((readPlanOf(plan) ?? failed())(chain, block, assets), node);
    return 'ok' in read && !('refused' in read.value) ? { states: read.value, exchanges: read.exchanges } : failed();
  }
  const read = await readLive((provingPlanOf(plan) ?? failed())(chain, block, assets, proofs), node);
  return 'ok' in read && !('refused' in read.value) ? { ...read.value, exchanges: read.exchanges } : failed();
}

test('the repository has cassettes of both kinds of chains, with proofs and without', () => {
  const headers = [...texts.values()].map((text) => cassetteOf(text).header);
  assert.equal([...new Set(headers.map(({ plan }) => plan))].sort(), ['evm-4', 'solana-1']);
  assert.ok(headers.some(({ proofs }) => proofs === true) && headers.some(({ proofs }) => proofs === undefined));
});

for (const [name, text] of texts) {
  test(`${name}: reading its nodes live gives its exchanges and its states`, async () => {
    const { header, exchanges } = cassetteOf(text);
    assert.is(writeCassette({ header, exchanges }).trimEnd(), text.trimEnd());
    const decoded = decodeCassette({ header, exchanges });
    if (!decoded.ok) throw new Error(decoded.reason);
    const again: Exchange[] = [];
    for (const by of header.providers) {
      const node = recordedNode(by, exchanges);
      const { states, exchanges: sent } = await live(header, node);
      assert.is(canonicalJson(states), canonicalJson(decoded.states));
      again.push(...sent);
    }
    assert.is(writeCassette({ header, exchanges: again }).trimEnd(), text.trimEnd());
  });

  test(`${name}: the order of its exchanges changes neither states nor observations`, () => {
    const { header, exchanges } = cassetteOf(text);
    const observed = (order: readonly Exchange[]): string => {
      const bytes = Buffer.from(writeCassette({ header, exchanges: order }));
      const feed = header.chain.startsWith('solana') ? 'chain-solana' : 'chain-ethereum';
      const { run, observations } = openCaptureLog().take(bytes, header.block.timestamp * 1000, { feed });
      assert.equal([run.status, run.reason], ['accepted', null]);
      return canonicalJson(
        observations.map(({ value, field, subjectKey, place }) => ({ value, field, subjectKey, place })),
      );
    };
    const recorded = observed(exchanges);
    const shuffled = fc.shuffledSubarray([...exchanges], { minLength: exchanges.length });
    fc.assert(
      fc.property(shuffled, (order) => assert.is(observed(order), recorded)),
      { numRuns: runsOf(15) },
    );
  });
}

test.run();
