import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Cassette, type CassetteRefusal, parseCassette, writeCassette } from '../../../pipeline/chain/cassette.ts';
import { decodeCassette } from '../../../pipeline/chain/decode-cassette.ts';
import { both, type Plan, replay, together } from '../../../pipeline/chain/exchange.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { runsOf } from '../../support/runs.ts';

const header = {
  cassette: 1,
  chain: 'eip155:1',
  plan: 'evm-1',
  block: { number: 7, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 },
  providers: ['own', 'b'],
  quorum: 2,
  swept: 40,
  assets: [{ assetId: 'eip155:1/erc20:0x00', address: '0x00', standard: 'erc20' }],
} as const;
const unanswered = { ...header, block: null, providers: [], quorum: 0, swept: 0, unanswered: 'not_observed' };
const line = { by: 'own', method: 'eth_call', params: [{ b: 1, a: 2 }], result: '0x' };
const text = (...lines: readonly unknown[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join('');

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const wellFormed = fc.string({ unit: 'grapheme' });
const answer = fc.oneof(
  fc.record({ kind: fc.constant('result' as const), result: json }),
  fc.record({ kind: fc.constant('error' as const), code: fc.integer(), message: wellFormed }),
);

test('what is written is parsed again, and written again gives the same bytes', () => {
  const exchange = fc.record({
    by: fc.constantFrom('own', 'b'),
    request: fc.record({
      method: fc.constantFrom('eth_call', 'eth_getLogs'),
      params: fc.array(json, { maxLength: 3 }),
    }),
    answer,
  });
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 5 }), (exchanges) => {
      const cassette: Cassette = { header, exchanges };
      const reading = parseCassette(writeCassette(cassette));
      if (!reading.ok) return reading.refusal === 'exchange_twice';
      assert.is(writeCassette(reading.cassette), writeCassette(cassette));
      return true;
    }),
    { numRuns: runsOf(300) },
  );
});

test('a header keeps whether proofs were asked for', () => {
  for (const own of [header, { ...header, proofs: true as const }]) {
    const reading = parseCassette(text(own));
    if (!reading.ok) throw new Error(reading.refusal);
    assert.is(writeCassette(reading.cassette), writeCassette({ header: own, exchanges: [] }));
  }
});

const refused: readonly (readonly [name: string, text: string, refusal: CassetteRefusal, line: number])[] = [
  ['nothing', '', 'not_a_header', 1],
  ['a cut line', text(header).trimEnd(), 'cut_off', 1],
  ['a header that is not JSON', '{\n', 'not_json', 1],
  ['no header', text(line), 'not_a_header', 1],
  ['another version', text({ ...header, cassette: 2 }), 'unknown_version', 1],
  ['no block and no answer', text({ ...unanswered, unanswered: undefined }), 'not_a_header', 1],
  ['no block and a plain reading', text({ ...unanswered, unanswered: 'stated' }), 'not_a_header', 1],
  ['proofs that are not true', text({ ...header, proofs: 1 }), 'not_a_header', 1],
  ['no block and a provider', text({ ...unanswered, providers: ['own'] }), 'not_a_header', 1],
  ['no block and an exchange', text(unanswered, line), 'unknown_provider', 2],
  ['a quorum that its providers cannot reach', text({ ...header, quorum: 3 }), 'not_a_header', 1],
  ['a quorum of none', text({ ...header, quorum: 0 }), 'not_a_header', 1],
  ['one provider twice', text({ ...header, providers: ['own', 'own'] }), 'not_a_header', 1],
  ['a count of swept assets that is none', text({ ...header, swept: -1 }), 'not_a_header', 1],
  ['a block without a whole hash', text({ ...header, block: { ...header.block, hash: '0xab' } }), 'not_a_header', 1],
  ['no provider', text({ ...header, providers: [] }), 'not_a_header', 1],
  ['an asset without address', text({ ...header, assets: [{ assetId: 'a' }] }), 'not_a_header', 1],
  ['an exchange that is not JSON', `${text(header)}[\n`, 'not_json', 2],
  ['an exchange without result', text(header, { ...line, result: undefined }), 'not_an_exchange', 2],
  ['result and error', text(header, { ...line, error: { code: 1, message: '' } }), 'not_an_exchange', 2],
  ['an error without code', text(header, { ...line, result: undefined, error: {} }), 'not_an_exchange', 2],
  ['an unnamed provider', text(header, { ...line, by: 'c' }), 'unknown_provider', 2],
  ['an exchange twice', text(header, line, { ...line, params: [{ a: 2, b: 1 }] }), 'exchange_twice', 3],
];

for (const [name, cassette, refusal, at] of refused) {
  test(`a cassette with ${name} is refused`, () => {
    assert.equal(parseCassette(cassette), { ok: false, refusal, line: at });
  });
}

test('an older header is of one provider, and of all assets that were swept', () => {
  const reading = parseCassette(text({ ...header, quorum: undefined, swept: undefined }));
  assert.equal(reading, { ok: true, cassette: { header: { ...header, quorum: 1, swept: 1 }, exchanges: [] } });
});

test('a cassette without a block gives its one answer for every asset', () => {
  const reading = parseCassette(text(unanswered));
  if (!reading.ok) throw new Error(reading.refusal);
  assert.is(writeCassette(reading.cassette), `${canonicalJson(unanswered)}\n`);
  const [asset] = header.assets;
  const { assetId, address } = asset;
  const states = [{ assetId, address, reading: 'not_observed', unread: [], facts: [] }];
  assert.equal(decodeCassette(reading.cassette), { ok: true, states, agreed: 0, proven: new Map(), lying: [] });
});

function* asking(method: string, times: number): Plan<string> {
  let text = '';
  for (let time = 0; time < times; time += 1) {
    const [reply] = yield [{ method, params: [time] }];
    text += reply?.kind === 'result' ? String(reply.result) : '?';
  }
  return text;
}

test('plans side by side ask together, each for as long as it needs', () => {
  const plan = together([asking('a', 1), asking('b', 3), asking('c', 0)]);
  const rounds: number[] = [];
  let step = plan.next();
  while (step.done !== true) {
    rounds.push(step.value.length);
    step = plan.next(
      step.value.map(({ method, params }) => ({ kind: 'result', result: `${method}${String(params[0])}` })),
    );
  }
  assert.equal(rounds, [2, 1, 1]);
  assert.equal(step.value, ['a0', 'b0b1b2', '']);
});

test('a replay that lacks an answer names the request', () => {
  const exchanges = [
    { by: 'own', request: { method: 'a', params: [0] }, answer: { kind: 'result', result: 1 } },
  ] as const;
  assert.equal(replay(both(asking('a', 1), asking('a', 1)), 'own', exchanges), { ok: true, value: ['1', '1'] });
  assert.equal(replay(asking('a', 2), 'own', exchanges), { ok: false, missing: { method: 'a', params: [1] } });
  assert.equal(replay(asking('a', 1), 'b', exchanges), { ok: false, missing: { method: 'a', params: [0] } });
});

test('a cassette of more exchanges than it may have is not read to its end', () => {
  const other = { ...line, params: [1] };
  assert.ok(parseCassette(text(header, line, other), 2).ok);
  assert.equal(parseCassette(text(header, line, other, 'no exchange'), 2), { ok: false, refusal: 'too_many', line: 4 });
});

test.run();
