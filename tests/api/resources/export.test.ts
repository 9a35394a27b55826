import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { parse } from 'csv-parse/sync';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { csvLine } from '../../../api/readmodel/resources/export/csv.ts';
import { createReadModel } from '../../../api/readmodel/dependencies.ts';
import {
  createExport,
  type ExportedChanges,
  type ExportRequest,
} from '../../../api/readmodel/resources/export/export-changes.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import {
  fiftyTimes,
  type Harness,
  itemsOf,
  type Json,
  memberOf,
  openHarness,
  type Reply,
  type TestKey,
} from '../harness.ts';
import { asset, assetId, change, day, now, second } from '../records.ts';

let api: Harness;
let nextAsset = 0;
/** An asset with many changes. */
let big = 0;

test.before(async () => {
  api = await openHarness();
});
test.after(() => api.close());

async function watcher(): Promise<{ readonly key: TestKey; readonly n: number; readonly itemId: string }> {
  nextAsset += 1;
  const n = nextAsset;
  await api.declare(asset(n));
  const key = await api.makeKey();
  return { key, n, itemId: await api.watch(key, assetId(n)) };
}

const base = '/me/monitoring/export';
const exported = (key: TestKey, query = '') => api.get(`${base}${query}`, key.text);
const linesOf = (reply: Reply): readonly Json[] =>
  reply.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json);
const titles = (reply: Reply) => linesOf(reply).map((line) => String(line['title']).replace('Change ', ''));
const nextOf = (reply: Reply): string => {
  const [, path] = /^<http:\/\/explorer\.test(.*)>; rel="next"$/.exec(String(reply.headers['link'])) ?? [];
  if (path === undefined) throw new Error(`no link to the next export: ${String(reply.headers['link'])}`);
  return path;
};

/** Changes of an asset over the last days, oldest first. */
const several = (prefix: string, n: number, count: number, part: Partial<Change> = {}): readonly Change[] =>
  Array.from({ length: count }, (_, index) =>
    change(`${prefix}-${index}`, n, { detectedAt: now - 10 * day + index * second, ...part }),
  );

test('invalid parameters are 400, and an export is never wider than requested', async () => {
  const { key } = await watcher();
  const { key: other } = await watcher();
  const foreign = new URL(nextOf(await exported(other)), 'http://x').searchParams.get('cursor') ?? '';
  const own = new URL(nextOf(await exported(key, '?category=register')), 'http://x').searchParams.get('cursor') ?? '';
  for (const [query, parameter] of [
    ['?format=xml', 'format'],
    ['?sort=impact', 'sort'],
    ['?category=foo', 'category'],
    ['?days=5&item=x', 'item'],
    ['?cursor=', 'cursor'],
    ['?cursor=nonsense', 'cursor'],
    [`?cursor=${Buffer.from('[1,2,3]').toString('base64url')}`, 'cursor'],
    [`?cursor=${foreign}`, 'cursor'],
    [`?cursor=${own}`, 'cursor'],
    [`?cursor=${own}&category=register,sanctions`, 'cursor'],
  ]) {
    const reply = await exported(key, query);
    assert.equal([reply.status, memberOf(reply.body, 'details', '0', 'parameter')], [400, parameter], query);
  }
  assert.is((await exported(key, `?cursor=${own}&category=register`)).status, 200);
  const blind = await api.makeKey({ scopes: ['watchlist:write'] });
  assert.is((await exported(blind)).status, 403);
});

test('NDJSON: every change of the feed, as the feed shows it, with revision and cursor', async () => {
  const { key, n } = await watcher();
  await api.detect(...several('a', n, 5), change('faint', n, { lowSignal: true, notableAt: null }));
  const reply = await exported(key);
  assert.is(reply.status, 200);
  assert.is(reply.headers['content-type'], 'application/x-ndjson; charset=utf-8');
  assert.is(reply.headers['content-disposition'], 'attachment; filename="changes.ndjson"');
  const feed = itemsOf(await api.get('/me/monitoring/changes', key.text));
  assert.equal(
    linesOf(reply).map(({ revision, cursor: _, ...item }) => ({ ...item, revision })),
    feed.map((item) => ({ ...item, revision: 0 })).reverse(),
  );
  assert.equal(titles(await exported(key, '?showAll=true')).length, 6);
  assert.equal(titles(await exported(key, '?category=sanctions')), []);
  assert.equal(titles(await exported(key, '?days=9')), []);
});

test('CSV: RFC 4180, a header, and no text of a source that a spreadsheet would execute', async () => {
  const { key, n } = await watcher();
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', 'a "quoted", text\nin lines', 'plain'];
  // Where a semicolon separates cells, quotes inside a line are text, and a cell may begin anywhere in it.
  cells.push('a;=1+1', 'a\n=1+1', 'a;b-1');
  await api.detect(
    ...cells.map((before, index) => change(`csv-${index}`, n, { before, detectedAt: now - day + index })),
  );
  // Spreadsheet programs drop invisible characters before they check for a formula.
  const hidden = ['\ufeff=1+1', '\u200b+1', '\u200b\ufeff-1', '\u2060@A1', '\u00ad＝1', 'a;\u200b=1'];
  for (const text of hidden) {
    assert.is(csvLine([text]), `${text.replace(/(?=[\ufeff\u200b\u2060\u00ad])/, "'")}\r\n`, JSON.stringify(text));
  }
  assert.is(csvLine(['\ufeffplain', 'a\u200b=1']), '\ufeffplain,a\u200b=1\r\n');
  const reply = await exported(key, '?format=csv');
  assert.is(reply.headers['content-type'], 'text/csv; charset=utf-8');
  assert.ok(reply.text.endsWith('\r\n'));
  const rows = parse(reply.text, { columns: true, record_delimiter: '\r\n' }) as readonly Json[];
  assert.equal(
    rows.map((row) => row['before']),
    [
      ...cells.slice(0, -3).map((text) => (/^[=+\-@\t\r＝]/.test(text) ? `'${text}` : text)),
      "a;'=1+1",
      "a\n'=1+1",
      'a;b-1',
    ],
  );
  assert.equal(rows[0]?.['assetName'], `Token ${n}`);
  assert.equal([rows[0]?.['revision'], rows[0]?.['confirmed'], rows[0]?.['materiality']], ['0', 'true', '']);
  assert.is(csvLine(['a', null, undefined, true, -5, '-5', 'x,y', 'q"q']), `a,,,true,-5,'-5,"x,y","q""q"\r\n`);
});

test('pages: all of many changes are exported once, in order, and from the last received line on', async () => {
  const { key, n } = await watcher();
  await api.declare(asset(900));
  await api.watch(key, assetId(900));
  // Two of each time: the id decides the order.
  const many = several('p', n, 1_001, { notableAt: null }).map((one, index) => ({
    ...one,
    detectedAt: now - 10 * day + Math.floor(index / 2),
  }));
  await api.detect(...many, ...several('q', 900, 3));
  const whole = await exported(key);
  const lines = linesOf(whole);
  const expected = [...many].sort((a, b) => a.detectedAt - b.detectedAt || (a.id < b.id ? -1 : 1));
  assert.equal(
    lines.map(({ id }) => id),
    [...expected, ...several('q', 900, 3)].map(({ id }) => id),
  );
  for (const at of [0, 499, 500, 1_000, 1_001, 1_003]) {
    const rest = await exported(key, `?cursor=${String(lines[at]?.['cursor'])}`);
    assert.equal(
      linesOf(rest).map(({ id }) => id),
      lines.slice(at + 1).map(({ id }) => id),
      `behind line ${at}`,
    );
    assert.is(nextOf(rest), nextOf(whole), 'it ends where the broken one would have');
  }
});

test('the next export has what is new: changes, revisions, and all changes of assets added since', async () => {
  const { key, n } = await watcher();
  await api.detect(...several('first', n, 2));
  const first = await exported(key, '?days=30');
  assert.equal(titles(first), ['first-0', 'first-1']);
  assert.equal(titles(await api.get(nextOf(first), key.text)), []);
  await api.declare(asset(910));
  await api.detect(...several('elsewhere', 910, 1));
  await api.watch(key, assetId(910), now - day);
  await api.detect(change('late', n), { ...change('first-0', n, { detectedAt: now - 10 * day }), revision: 1 });
  const second = await api.get(nextOf(first), key.text);
  assert.equal(
    linesOf(second).map(({ title, revision }) => [title, revision]),
    [
      ['Change first-0', 1],
      ['Change late', 0],
      ['Change elsewhere-0', 0],
    ],
  );
  assert.equal(titles(await api.get(nextOf(second), key.text)), []);
});

test('a window that moves on leaves no gap: the next export begins where the first one did', async () => {
  const { key, n } = await watcher();
  const first = await exported(key, '?days=10');
  await api.detect(change('found late', n, { detectedAt: api.dependencies.clock() - 9 * day }));
  api.pass(5 * day);
  assert.equal(titles(await exported(key, '?days=10')), []);
  assert.equal(titles(await api.get(nextOf(first), key.text)), ['found late']);
});

test('changes that arrive during an export are in the next one', async () => {
  const { key, n } = await watcher();
  await api.detect(...several('w', n, 600));
  const paused = await openPaused(key);
  await api.detect(change('meanwhile', n), {
    ...change('w-599', n, { detectedAt: now - 10 * day + 599 * second }),
    revision: 1,
  });
  const text = await paused.rest();
  const ids = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as Json)['title']);
  assert.ok(ids.length >= 599 && !ids.includes('Change meanwhile'));
  const next = await api.get(paused.next, key.text);
  assert.equal([...titles(next)].sort(), ['meanwhile', 'w-599']);
});

test('one export at a time per key; a client that disconnects ends it, and its queries', async () => {
  const { key, n } = await watcher();
  big = n;
  // More than sockets buffer for a client that does not read.
  await api.detect(...several('big', n, 28, { detail: 'x'.repeat(10_000), notableAt: null }));
  await api.fixture.writer.command(fiftyTimes(assetId(n)));
  const paused = await openPaused(key);
  const second = await exported(key);
  assert.equal([second.status, second.body['code'], second.headers['retry-after']], [429, 'rate_limited', '5']);
  assert.is((await exported((await watcher()).key)).status, 200, 'another key is not concerned');
  paused.leave();
  assert.is(await statusOnceFree(key), 200);
  const pages = (): number => api.queries.filter((sql) => sql.includes('{endPartitions')).length;
  const read = pages();
  // By now the tables would have answered another page.
  for (let count = 0; count < 5; count += 1) await api.get('/me/watchlist', key.text);
  assert.is(pages(), read, 'nothing is read for a client that has disconnected');
});

/** A client that disconnects before it reads. */
const left = async ({ stream }: ExportedChanges): Promise<void> => {
  stream.destroy();
  await once(stream, 'close');
};

test('the next export may begin as soon as the last line of one was read', async () => {
  const { key, n } = await watcher();
  await api.detect(...several('soon', n, 3));
  const exportChanges = createExport(createReadModel(api.dependencies));
  const request: ExportRequest = {
    principal: { keyId: key.keyId, tenantId: key.tenantId, scopes: ['monitoring:read'] },
    query: { one: () => null, many: () => null },
    stillAdmitted: () => Promise.resolve(true),
  };
  const first = await exportChanges(request);
  // At the end of the body its socket is still open, and so is the stream.
  const next = new Promise<ExportedChanges>((resolve, reject) => {
    first.stream.once('end', () => void exportChanges(request).then(resolve, reject)).resume();
  });
  await left(await next);
  await left(await exportChanges(request));
});

test('K-15 an export ends with its key: the connection breaks, so that no client takes it for complete', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(big));
  const paused = await openPaused(key);
  await api.give(key.tenantId, 'key.revoke', { keyId: key.keyId });
  api.pass(4_000);
  let broke = false;
  await paused.rest().catch(() => {
    broke = true;
  });
  assert.ok(broke);
});

test('an export is compressed like any other answer, and ends with its client all the same', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(big));
  const paused = await openPaused(key, 'gzip');
  assert.is(paused.encoding, 'gzip');
  paused.leave();
  assert.is(await statusOnceFree(key), 200);
});

test('HEAD has the headers and does not count as an export', async () => {
  const { key } = await watcher();
  const head = await api.send('HEAD', base, { key: key.text });
  assert.equal([head.status, head.text], [200, '']);
  assert.is((await exported(key)).status, 200);
});

/** Requests exports until one is no longer refused: each answer comes after the server has handled what happened before. */
async function statusOnceFree(key: TestKey): Promise<number> {
  for (;;) {
    const { status } = await exported(key, '?category=sanctions');
    if (status !== 429) return status;
  }
}

interface PausedExport {
  readonly encoding: string | undefined;
  readonly next: string;
  readonly rest: () => Promise<string>;
  readonly leave: () => void;
}

/** An export whose client has read nothing of the body yet. */
function openPaused(key: TestKey, encoding = 'identity'): Promise<PausedExport> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key.text}`, 'accept-encoding': encoding };
    const request = httpRequest({ port: api.port, host: '127.0.0.1', path: base, headers }, (response) => {
      response.pause();
      response.on('error', () => undefined);
      const link = String(response.headers['link']);
      resolve({
        encoding: response.headers['content-encoding'],
        next: link.slice('<http://explorer.test'.length, link.indexOf('>')),
        leave: () => void request.destroy(),
        rest: async () => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk as Buffer);
          return Buffer.concat(chunks).toString('utf8');
        },
      });
    });
    request.on('error', reject);
    request.end();
  });
}

test.run();
