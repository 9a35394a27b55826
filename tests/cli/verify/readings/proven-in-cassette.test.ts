import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findInCassette } from '../../../../cli/verify/readings/find-in-cassette.ts';
import { writeCassette } from '../../../../pipeline/chain/cassette.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { openTestChain } from '../../../support/chain/contracts.ts';
import { readWithProofs } from '../../../support/chain/read-state.ts';
import { openCaptureLog } from '../../../pipeline/ingest/chain/capture-log.ts';

interface Context {
  bytes: Buffer;
  /** The observations that `ingest` writes of the reading. */
  observations: readonly Observation[];
}

const test = suite<Context>('facts that a state root proves, as observations');

test.before(async (context) => {
  const chain = await openTestChain();
  const [a = '', b = ''] = chain.keys;
  const safe = await chain.safe([a, b], 2);
  const token = await chain.deploy('OwnedToken', safe.address);
  await chain.finalize();
  const cassette = await readWithProofs(chain.anvil.provider(), [token.address, `0x${'ad'.repeat(20)}`]);
  context.bytes = Buffer.from(writeCassette(cassette));
  const taken = openCaptureLog().take(context.bytes, cassette.header.block.timestamp * 1000);
  assert.is(taken.run.status, 'accepted', taken.run.reason ?? '');
  context.observations = taken.observations;
});

const isMarked = ({ place }: Observation): boolean => place?.endsWith(';proof') === true;

test('ingest marks what the state root proves, in the place', ({ observations }) => {
  const marked = observations.filter(isMarked);
  assert.equal([...new Set(marked.map(({ field }) => field))].sort(), [
    'authority',
    'chain_reading',
    'code',
    'control',
  ]);
  assert.equal(
    marked.filter(({ field }) => field === 'chain_reading').map(({ value }) => value),
    ['"no_contract"'],
  );
  assert.ok(observations.some((one) => one.field === 'supply' && !isMarked(one)));
});

test('the cassette proves each marked observation again, and gives the others', ({ observations, bytes }) => {
  for (const one of observations) {
    assert.is(findInCassette(one, bytes, []), isMarked(one) ? 'proven' : 'found', one.field);
  }
});

test('a mark that the proofs do not support is found out', ({ observations, bytes }) => {
  const unmarked = observations.filter((one) => !isMarked(one));
  assert.ok(unmarked.length > 3);
  for (const one of unmarked) {
    assert.is(findInCassette({ ...one, place: `${one.place ?? ''};proof` }, bytes, []), 'not_proven', one.field);
  }
});

test('proofs that were cut out of the bytes do not support a mark', ({ observations, bytes }) => {
  const text = bytes.toString('utf8');
  const without = text.replace('"proofs":true,', '');
  assert.is.not(without, text);
  for (const one of observations.filter(isMarked)) {
    assert.is(findInCassette(one, Buffer.from(without), []), 'not_proven', one.field);
    assert.is(
      findInCassette({ ...one, place: (one.place ?? '').replace(';proof', '') }, bytes, []),
      'found',
      one.field,
    );
  }
  const cut = text.split('\n').filter((line) => !line.includes('eth_getProof'));
  for (const one of observations) assert.is(findInCassette(one, Buffer.from(cut.join('\n')), []), 'not_readable');
});

test('another block or another value is not found, whatever is proven', ({ observations, bytes }) => {
  const marked = observations.find((one) => one.field === 'code' && isMarked(one));
  if (marked === undefined) throw new Error('no code is proven');
  const other = (marked.value ?? '').replace(/[0-9a-f]{4}"/, '0000"');
  assert.is(findInCassette({ ...marked, value: other }, bytes, []), 'not_found');
  assert.is(findInCassette({ ...marked, place: `block:1:0x${'1'.repeat(64)};proof` }, bytes, []), 'not_found');
});

test.run();
