import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import { awaitRecord, endsOf } from '../../../cli/log/await-record.ts';
import { CommandFailed } from '../../../cli/program/process/exit.ts';
import { run } from '../../pipeline/runtime/harness.ts';
import { messageOf, openWorkplace, type Workplace } from '../harness.ts';

let place: Workplace;
test.before(async () => {
  place = await openWorkplace();
});
test.after(() => place.close());

const append = (...captureIds: readonly string[]) =>
  appendValues(
    place.engine,
    'feed.runs',
    captureIds.map((captureId) => ({ value: run(captureId, `feed of ${captureId}`, 0), timestamp: 0 })),
  );

const of =
  (wanted: string) =>
  ({ captureId }: { readonly captureId: string }): boolean =>
    captureId === wanted;

test('without an answer, the message names the topic, the timeout and what to do', async () => {
  const from = await endsOf(place.engine, 'feed.runs');
  const failure = awaitRecord(place.engine, 'feed.runs', { from, matches: () => true, timeoutMs: 30 });
  assert.is(
    await messageOf(failure),
    'no answer on feed.runs within 0.03 s: no processor of the data topics is running on this data directory; start one with attestry up, and it will process what was appended',
  );
  await failure.catch((error: unknown) => assert.instance(error, CommandFailed));
});

test('the wait continues while a processor is going to answer', async () => {
  const from = await endsOf(place.engine, 'feed.runs');
  let asked = 0;
  const isPending = async (): Promise<boolean> => {
    asked += 1;
    if (asked === 3) await append('late');
    return true;
  };
  const found = await awaitRecord(place.engine, 'feed.runs', { from, matches: of('late'), isPending, timeoutMs: 20 });
  assert.is(found.captureId, 'late');
});

test('isPending may end the wait with an error of its own', async () => {
  const from = await endsOf(place.engine, 'feed.runs');
  const isPending = (): Promise<boolean> => Promise.reject(new CommandFailed('it was parked'));
  const failure = awaitRecord(place.engine, 'feed.runs', { from, matches: () => false, isPending, timeoutMs: 5 });
  assert.is(await messageOf(failure), 'it was parked');
});

test('earlier records and undecodable ones are no answer; the answer may be in any partition', async () => {
  await append('old');
  const from = await endsOf(place.engine, 'feed.runs');
  await place.engine.log.append([{ topic: 'feed.runs', key: 'x', value: Buffer.from('no frame'), timestamp: 0 }]);
  const wanted = Array.from({ length: 12 }, (_, index) => `run-${index}`);
  const waiting = wanted.map((one) => awaitRecord(place.engine, 'feed.runs', { from, matches: of(one) }));
  const old = messageOf(awaitRecord(place.engine, 'feed.runs', { from, matches: of('old'), timeoutMs: 100 }));
  const positions = await append(...wanted);
  assert.is(new Set(positions.map(({ partition }) => partition)).size, 2);
  assert.equal(
    (await Promise.all(waiting)).map(({ captureId }) => captureId),
    wanted,
  );
  assert.match(await old, /^no answer/);
});

test('a log that cannot be read is an error at once, not a time-out', async () => {
  const from = new Map([[0, 1_000_000]]);
  const message = await messageOf(awaitRecord(place.engine, 'feed.runs', { from, matches: () => true }));
  assert.match(message, /offset 1000000 is to be read next, but the log ends at/);
});

test.run();
