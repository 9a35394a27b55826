/** `dead-letters park` beside a log on which no processor runs, as beside one whose processor hangs. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import { capture } from '../../pipeline/runtime/harness.ts';
import { sampleRegistryAsset } from '../../support/sample-assets.ts';
import { attestry, openWorkplace, type Workplace } from '../harness.ts';

const test = suite<{ place: Workplace; partition: string }>('dead-letters park');
test.before.each(async (context) => {
  context.place = await openWorkplace();
  process.env['ATTESTRY_DATA_DIR'] = context.place.config.dataDir;
  const [at] = await appendValues(context.place.engine, 'feed.captures', [{ value: capture('f', 1), timestamp: 1 }]);
  context.partition = String(at?.partition ?? '');
});
test.after.each(({ place }) => place.close());

const by = ['--by', 'A. Operator', '--why', 'it never ends'];
const park = (...words: readonly string[]) => attestry('dead-letters', 'park', ...words, ...by, '--json');

/** Moves a processor behind a record. */
async function pass({ engine }: Workplace, name: string, partition: string): Promise<void> {
  const positions = [{ topic: 'feed.captures' as const, partition: Number(partition), next: 1 }];
  const store = engine.openStore(name, 'data');
  await store.commit({ partition: Number(partition), writes: new Map(), positions, outputs: [] });
}

test('C-02 the request is on the log at once and names the processors; again: the same answer', async ({
  place,
  partition,
}) => {
  const first = await park('feed.captures', partition, '0');
  assert.equal([first.code, first.stderr], [0, '']);
  const answer = JSON.parse(first.stdout) as Readonly<Record<string, unknown>>;
  const { time: _, ...rest } = answer;
  assert.equal(rest, {
    topic: 'feed.captures',
    partition: Number(partition),
    offset: 0,
    processors: ['ingest'],
    by: 'A. Operator',
    why: 'it never ends',
  });
  const words = ['attestry.feed.captures', partition, '0', '--by', 'Another', '--why', 'other words', '--json'];
  assert.equal(await attestry('dead-letters', 'park', ...words), first);
  const ends = await place.engine.log.ranges('parkings');
  assert.is(
    ends.reduce((sum, { end }) => sum + end, 0),
    1,
  );
});

test('dead-letters list and status show a request that no processor has carried out', async ({ partition }) => {
  await park('feed.captures', partition, '0');
  const listed = JSON.parse((await attestry('dead-letters', 'list', '--json')).stdout) as Record<string, unknown>;
  assert.equal(
    [listed['topic'], listed['offset'], listed['processor'], listed['state'], listed['message']],
    ['feed.captures', 0, 'ingest', 'waits', 'A. Operator: it never ends'],
  );
  assert.match((await attestry('dead-letters', 'list')).stdout, /ingest: parked by hand \(the processor has not come/);
});

test('C-02 behind the position of all readers but a sink lane: the lane is named; behind all: exit 1', async ({
  place,
  partition,
}) => {
  await pass(place, 'ingest', partition);
  const lane = await park('feed.captures', partition, '0');
  assert.equal((JSON.parse(lane.stdout) as { readonly processors: unknown }).processors, ['sink']);
  await pass(place, 'sink', partition);
  const late = await park('feed.captures', partition, '0');
  assert.equal([late.code, late.stdout], [1, '']);
  assert.match(late.stderr, /already processed, by ingest, sink: feed\.captures \d+ 0/);
  const listed = JSON.parse((await attestry('dead-letters', 'list', '--json')).stdout) as Record<string, unknown>;
  assert.is(listed['state'], 'processed');
});

test('a global record is behind its readers only when every partition has read it', async ({ place }) => {
  const value = sampleRegistryAsset();
  const [at] = await appendValues(place.engine, 'registry.assets', [{ value, timestamp: 1 }]);
  const answer = await park('registry.assets', String(at?.partition ?? ''), '0');
  assert.equal((JSON.parse(answer.stdout) as { readonly processors: unknown }).processors, ['chains', 'declare']);
});

const refused: readonly (readonly [what: string, words: readonly string[], message: RegExp])[] = [
  ['an unknown topic', ['captures', '0', '0'], /no topic "captures"; attestry topics list/],
  ['a partition that the topic lacks', ['feed.captures', '99', '0'], /PARTITION: feed\.captures has partitions 0 to/],
  ['an offset behind the end', ['feed.captures', '0', '7'], /OFFSET: feed\.captures 0 ends before \d/],
  ['no number', ['feed.captures', 'x', '0'], /PARTITION takes a whole number from 0, not "x"/],
  ['a negative offset', ['feed.captures', '0', '1.5'], /OFFSET takes a whole number from 0, not "1\.5"/],
];

for (const [what, words, message] of refused) {
  test(`${what}: exit 2, and nothing is written`, async ({ place }) => {
    const { code, stdout, stderr } = await park(...words);
    assert.equal([code, stdout], [2, '']);
    assert.match(stderr, message);
    assert.ok((await place.engine.log.ranges('parkings')).every(({ end }) => end === 0));
  });
}

test('without a name or a reason: exit 2', async ({ partition }) => {
  const words = ['dead-letters', 'park', 'feed.captures', partition, '0'];
  assert.is((await attestry(...words, '--by', 'A. Operator')).code, 2);
  const blank = await attestry(...words, '--by', ' ', '--why', 'it never ends');
  assert.is(blank.code, 2);
  assert.match(blank.stderr, /--by takes a text/);
});

test.run();
