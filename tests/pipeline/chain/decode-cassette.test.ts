import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Cassette } from '../../../pipeline/chain/cassette.ts';
import type { ReadingHeader } from '../../../pipeline/chain/cassette-header.ts';
import { decodeCassette } from '../../../pipeline/chain/decode-cassette.ts';
import type { Exchange } from '../../../pipeline/chain/exchange.ts';
import { openWorld, type World } from '../../support/chain/world.ts';

interface Context {
  world: World;
  /** The same answers by several providers; the named one states another supply. */
  by: (labels: readonly string[], quorum: number, liar?: string) => Cassette<ReadingHeader>;
}

const test = suite<Context>('decode a cassette of several providers');

test.before(async (context) => {
  context.world = await openWorld(async ({ deploy, keys: [a = ''] }) => ({
    token: (await deploy('OwnedToken', a)).address,
  }));
  const { header, exchanges } = context.world.cassette;
  context.by = (providers, quorum, liar) => ({
    header: { ...header, providers, quorum },
    exchanges: providers.flatMap((by) => exchanges.map((one) => (by === liar ? lied(one, by) : { ...one, by }))),
  });
});

/** Every answer with the name of the token has another name. */
function lied(exchange: Exchange, by: string): Exchange {
  const { answer } = exchange;
  if (answer.kind === 'error' || typeof answer.result !== 'string') return { ...exchange, by };
  const [honest, other] = ['Owned Coin', 'Other Coin'].map((text) => Buffer.from(text).toString('hex'));
  return { ...exchange, by, answer: { kind: 'result', result: answer.result.replaceAll(honest ?? '', other ?? '') } };
}

const bare = { ok: true, proven: new Map(), lying: [] } as const;

test('states are those that the providers agree on, with how many agreed', ({ world, by }) => {
  const { states } = world;
  assert.equal(decodeCassette(by(['own', 'b'], 2)), { ...bare, states, agreed: 2 });
  assert.equal(decodeCassette(by(['own', 'b', 'c'], 2)), { ...bare, states, agreed: 3 });
  assert.equal(decodeCassette(by(['own', 'b', 'c'], 2, 'b')), { ...bare, states, agreed: 2 });
});

test('a cassette whose providers disagree states nothing', ({ by }) => {
  const reason = '2 providers must agree, and 1 of 2 did';
  assert.equal(decodeCassette(by(['own', 'b'], 2, 'b')), { ok: false, reason });
  const tie = decodeCassette(by(['own', 'b'], 1, 'b'));
  assert.equal(tie, { ok: false, reason: '1 providers must agree, and 1 of 2 did' });
});

test('answers of one provider are not those of another', ({ by }) => {
  const { header, exchanges } = by(['own', 'b'], 2);
  const alone = exchanges.filter((exchange) => exchange.by === 'own');
  const decoded = decodeCassette({ header, exchanges: alone });
  assert.equal(decoded, {
    ok: false,
    reason: 'the cassette lacks an answer of provider b to eth_getBlockByHash',
  });
});

test('a provider that dropped the block ends it', ({ by }) => {
  const { header, exchanges } = by(['own', 'b'], 2);
  const dropped = exchanges.map(
    (exchange): Exchange =>
      exchange.by === 'b' && exchange.request.method === 'eth_getBlockByHash'
        ? { ...exchange, answer: { kind: 'result', result: null } }
        : exchange,
  );
  assert.equal(decodeCassette({ header, exchanges: dropped }), {
    ok: false,
    reason: 'provider b no longer has this block: it was dropped',
  });
});

test.run();
