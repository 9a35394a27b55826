/** The examples of the documentation match the demo. `UPDATE_DOCS=1` regenerates them, for review. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isTopicName } from '../../schemas/topics.ts';
import { getB } from '../support/service.ts';
import { sharedDemo } from '../support/shared-demo.ts';
import { type Bodies, bodiesOfPages, type Session } from './api-page.ts';
import { type Block, blocksOf, withBodies } from './blocks.ts';
import { blocksMarked, followedPages } from './marked-commands.ts';
import { aligned, layOut, shownValue } from './samples.ts';
import { pathOf, textOf } from './tree.ts';

const update = process.env['UPDATE_DOCS'] === '1';
const demo = sharedDemo();
const { sandbox, service } = demo;

test.before(demo.start);
test.after(demo.end);

/** Compares the blocks of a page with the expected bodies, or writes those to the page. */
function check(page: string, bodies: ReadonlyMap<Block, string>): void {
  assert.ok(bodies.size > 0, `${page} has no example`);
  const wanted = withBodies(textOf(page), bodies);
  if (update) writeFileSync(pathOf(page), wanted);
  assert.fixture(textOf(page), wanted, `${page} does not match the demo; run with UPDATE_DOCS=1 and review it`);
}

test('docs/sql.md: every query returns the result that the page shows', async () => {
  const blocks = blocksOf(textOf('docs/sql.md'));
  const bodies = new Map<Block, string>();
  for (const [index, query] of blocks.entries()) {
    const answer = blocks[index + 1];
    if (query.language === 'sql' && answer !== undefined) bodies.set(answer, aligned(await ask(query.body)));
  }
  assert.ok(bodies.size >= 8);
  check('docs/sql.md', bodies);
});

async function ask(query: string): Promise<string> {
  const url = `${service().sqlUrl ?? ''}/?default_format=TSVWithNames`;
  const response = await fetch(url, { method: 'POST', body: query });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${query}\n${text}`);
  // The page shows columns, and no TSV, in which ClickHouse escapes quotes.
  return text.replaceAll("\\'", "'");
}

interface ShownRecord {
  readonly timestamp: number;
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

test('docs/topics.md: every example is a record of the demo', async () => {
  const bodies = new Map<Block, string>();
  for (const block of blocksOf(textOf('docs/topics.md')).filter(({ language }) => language === 'json')) {
    assert.ok(isTopicName(block.heading), block.heading);
    const shown = JSON.parse(block.body) as ShownRecord;
    const records = await sandbox.lines<ShownRecord>('topics', 'tail', block.heading);
    const candidates = records.filter(({ key }) => key === shown.key).map((record) => asShown(record, shown));
    const [likest] = candidates.sort((a, b) => likeness(b, shown) - likeness(a, shown));
    assert.ok(likest !== undefined, `${block.heading} has no record with the key ${shown.key}`);
    bodies.set(block, layOut(likest));
  }
  check('docs/topics.md', bodies);
});

/** Takes append times and positions from the page, because they differ from run to run. */
function asShown({ timestamp, key, value }: ShownRecord, shown: ShownRecord): ShownRecord {
  const appended = shown.value['asOf'] !== undefined && shown.timestamp !== shown.value['asOf'];
  const position = 'position' in value ? { position: shown.value['position'] } : {};
  return {
    timestamp: appended ? shown.timestamp : timestamp,
    key,
    value: { ...(shownValue(value) as ShownRecord['value']), ...position },
  };
}

const likeness = (record: ShownRecord, shown: ShownRecord): number =>
  Object.entries(record.value).filter(([name, member]) => layOut(member) === layOut(shown.value[name])).length;

interface FeedItem {
  readonly id: string;
  readonly detectedAt: string;
  readonly direction: string;
  readonly title: string;
  readonly asset: { readonly symbol: string };
}

test('README.md: the feed matches the demo', async () => {
  const feed = '/me/monitoring/changes?days=365&sort=impact';
  const { items } = await getB<{ readonly items: readonly FeedItem[] }>(service(), feed, service().demoKey ?? '');
  const blocks = blocksOf(textOf('README.md'));
  const list = blocks.find(({ body }) => body.startsWith('20'));
  const one = blocks.find(({ language }) => language === 'json');
  assert.ok(list !== undefined && one !== undefined, 'README.md shows no feed');
  const shown = JSON.parse(one.body) as { readonly id: string };
  const item = items.find(({ id }) => id === shown.id) ?? items[0];
  assert.ok(item !== undefined, 'the feed of the demo is empty');
  const lines = items
    .slice(0, list.body.split('\n').length - 1)
    .map(({ detectedAt, direction, asset, title }) =>
      [detectedAt.slice(0, 10), direction, asset.symbol, title].join('  '),
    );
  check(
    'README.md',
    new Map([
      [list, [...lines, '…'].join('\n')],
      [one, layOut(membersOf(item, shown))],
    ]),
  );
});

/** Pages with commands that read, and `docs/api.md`, whose key sees only what it adds itself. */
const read = followedPages()
  .map((page) => [page, blocksMarked(page, 'offline, reads')] as const)
  .filter(([, blocks]) => blocks.some(({ language }) => language === 'sh'));
const pages = new Map([...read, ['docs/api.md', blocksOf(textOf('docs/api.md'))] as const]);
let ran: Promise<ReadonlyMap<string, Bodies | Error>> | null = null;

/** What a page prints. One shell runs all of them, for the first one that is required. */
async function printedOn(page: string): Promise<Bodies> {
  ran ??= bodiesOfPages([...pages.values()], session()).then(
    (bodies) => new Map([...pages.keys()].map((one, index) => [one, bodies[index] ?? new Error('it did not run')])),
  );
  const printed = (await ran).get(page) ?? new Error(`${page} has no commands`);
  if (printed instanceof Error) throw new Error(`${page}: ${printed.message}`);
  return printed;
}

test('docs/api.md: every request returns the response that the page shows', async () => {
  check('docs/api.md', await printedOn('docs/api.md'));
});

test('README.md: its commands for a running demo succeed as printed, one after the other', async () => {
  const blocks = pages.get('README.md') ?? [];
  const list = blocks.find(({ body }) => body.startsWith('20'));
  assert.ok(list !== undefined && blocks.filter(({ language }) => language === 'sh').length >= 5);
  const printed = (await printedOn('README.md')).get(list);
  assert.ok(printed?.startsWith(list.body.replace('…', '')), printed);
});

test('the entry pages of readers: their commands that read run as printed beside a running demo', async () => {
  assert.ok(read.length >= 5);
  for (const [page] of read) await printedOn(page);
});

/** The addresses of the demo in this run, for those on the pages. */
function session(): Session {
  return {
    environment: process.env,
    here: { ATTESTRY_DATA_DIR: sandbox.directory, ATTESTRY_LOG_LEVEL: 'warn' },
    addresses: [
      ['http://127.0.0.1:8080', service().httpUrl],
      ['http://127.0.0.1:8123', service().sqlUrl ?? ''],
      ['http://127.0.0.1:8081', service().registryUrl ?? ''],
      ['http://127.0.0.1:9464', service().opsUrl ?? ''],
      ['data/demo.json', join(sandbox.directory, 'demo.json')],
    ],
  };
}

/** The members of `value` that the page shows, in the order of the page. */
function membersOf(value: unknown, shown: unknown): unknown {
  if (typeof shown !== 'object' || shown === null || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(shown)
      .filter(([name]) => name in value)
      .map(([name, member]) => [name, membersOf((value as Record<string, unknown>)[name], member)]),
  );
}

test.run();
