/** What the rules leave out of a recorded reading: once for each, one after another, and never at any price. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLeftOut, inThread } from '../../../../cli/service/left-out/left-out.ts';
import { leftOutOf, type LeftOutJob } from '../../../../cli/service/left-out/left-out-of.ts';
import type { LeftOut, RecordedReading } from '../../../../explorer/left-out.ts';
import { createDeferred } from '../../../../infra/async/async.ts';
import { emptyReading } from '../../../../schemas/values/reading.ts';
import { silent } from '../../harness.ts';
import { startThread } from '../../../support/thread.ts';

const test = suite('what the rules leave out');

const block = (text: string) => ({ path: 'p', text, heading: null, own: true });
const reading = JSON.stringify({
  ...emptyReading,
  class: 'html',
  language: 'en',
  blocks: [
    block('We charge a redemption fee of 0.25% on each request, unless you are a partner.'),
    block('These terms are governed by the laws of Ireland.'),
  ],
});
const profile = JSON.stringify({ id: 'terms', language: 'en' });
const wanted: RecordedReading = {
  reading: 'a',
  profile: 'b',
  kind: 'terms',
  url: 'https://issuer.example/terms',
  isWhole: true,
};
const stored: Readonly<Record<string, string>> = { a: reading, b: profile };
const artifacts = {
  has: async (sha256: string) => stored[sha256] !== undefined,
  get: async (sha256: string) => Buffer.from(stored[sha256] ?? ''),
};
const job: LeftOutJob = { ...wanted, reading, profile };
const none: LeftOut = { passages: [], incomplete: null };

test('a passage is left out with its reason, and a value is not', () => {
  const found = leftOutOf(job);
  assert.equal(
    found?.passages.map(({ field, why }) => [field, why]),
    [['redemption_fee', '"unless" may take it back']],
  );
  assert.is(found?.incomplete, null);
});

test('a kind that the rules do not know is not read', () => {
  assert.is(leftOutOf({ ...job, kind: 'poem' }), null);
});

test('a reading is read by a thread, with the same result', async () => {
  const threadOf = (script: (one: LeftOutJob) => string) =>
    inThread((one) => startThread({ modules: { rules: 'cli/service/left-out/left-out-of.ts' }, script: script(one) }));
  const signalOf = () => new AbortController().signal;
  const compute = threadOf((one) => `parentPort.postMessage(rules.leftOutOf(${JSON.stringify(one)}));`);
  assert.equal(await createLeftOut({ artifacts, logger: silent, compute, signalOf })(wanted), leftOutOf(job));
  const broken = threadOf(() => "throw new Error('out of memory');");
  assert.is(await createLeftOut({ artifacts, logger: silent, compute: broken, signalOf })(wanted), null);
});

test('the same reading is read once, and one that is not at hand is asked for again', async () => {
  let count = 0;
  const compute = async (): Promise<LeftOut> => {
    count += 1;
    return none;
  };
  const read = createLeftOut({ artifacts, logger: silent, compute });
  await Promise.all([read(wanted), read(wanted)]);
  await read(wanted);
  assert.is(count, 1);
  assert.is(await read({ ...wanted, reading: 'lost' }), null);
  assert.is(await read({ ...wanted, profile: 'lost' }), null);
  assert.is(count, 1);
  await read({ ...wanted, isWhole: false });
  assert.is(count, 2);
});

test('a reading that fails or takes too long is not known, and is tried again', async () => {
  let count = 0;
  const compute = async (): Promise<LeftOut> => {
    count += 1;
    throw new Error('aborted');
  };
  const read = createLeftOut({ artifacts, logger: silent, compute });
  assert.is(await read(wanted), null);
  assert.is(await read(wanted), null);
  assert.is(count, 2);
});

test('one document is read at a time, and what waits too long goes without', async () => {
  const ends = createDeferred<LeftOut>();
  let running = 0;
  let most = 0;
  const compute = async (): Promise<LeftOut> => {
    running += 1;
    most = Math.max(most, running);
    const result = await ends.promise;
    running -= 1;
    return result;
  };
  const read = createLeftOut({ artifacts, logger: silent, compute });
  const reads = ['1', '2', '3', '4', '5'].map((url) => read({ ...wanted, url }));
  assert.is(await reads[4], null);
  ends.resolve(none);
  assert.equal(await Promise.all(reads.slice(0, 4)), [none, none, none, none]);
  assert.is(most, 1);
});

test.run();
