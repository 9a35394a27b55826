import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { QueryParameters } from '../../../api/readmodel/tables/reader.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { Harness } from '../../api/harness.ts';
import { run, subjects } from '../../api/readmodel/standing/rows.ts';
import { asset, assetId, change, day, hour, now } from '../../api/records.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { openPages, signIn, textOf, visit } from '../harness.ts';

const path1 = `/verified-assets/${asset(1).address}/ethereum`;

test('U-12 with ATTESTRY_PUBLIC_SANCTIONS=off matches are on no public page, and the page states that they are not shown', async () => {
  const hiding = await openPages({}, { publicSanctions: false });
  try {
    await hiding.declare(asset(1));
    await hiding.detect(change('listed', 1, { category: 'sanctions', changeKind: 'listed' }), change('register', 1));
    for (const path of [path1, `${path1}/changes.atom`]) {
      const { text } = await visit(hiding, path);
      assert.match(text, /Headline of register/);
      assert.not.match(text, /Headline of listed/);
    }
    const page = await visit(hiding, path1);
    assert.match(textOf(page), /Sanctions lists Not shown/);
    assert.not.match(page.text, /verdict no"/);
  } finally {
    await hiding.close();
  }
});

test('PE-7 U-11 a list past its limit is open at that millisecond on the page of the token and of its watcher, without any new record', async () => {
  const here = await openPages();
  try {
    await here.declare(asset(1));
    await here.fixture.project('asset.subjects', [subjects]);
    await here.fixture.project('feed.runs', [run('ofac-addresses', 'accepted', now - hour)]);
    const key = await here.makeKey();
    await here.watch(key, assetId(1), now - 50 * day);
    const first = await signIn(here, key.text);
    const item =
      /href="(\/watchlist\/[-0-9a-f]{36})"/.exec((await visit(here, '/watchlist', { cookie: first })).text)?.[1] ?? '';
    const words = async (): Promise<readonly (string | undefined)[]> => {
      // The session before has ended meanwhile.
      const cookie = await signIn(here, key.text);
      const pages = await Promise.all([path1, item].map((path) => visit(here, path, { cookie })));
      return pages.map((page) => /Sanctions lists (No match(?: in old lists)?)/.exec(textOf(page))?.[1]);
    };
    here.pass(2 * day - hour);
    assert.equal(await words(), ['No match', 'No match']);
    here.pass(1);
    assert.equal(await words(), ['No match in old lists', 'No match in old lists']);
  } finally {
    await here.close();
  }
});

test('a page with the newest changes alone claims nothing of older ones', async () => {
  const here = await openPages();
  try {
    await here.declare(asset(1));
    const moved = change('moved', 1, { field: 'moved', detectedAt: now - 40 * day });
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => change(`one ${n}`, 1, { field: 'other', detectedAt: now - n * hour }));
    const textAt = async (path: string): Promise<string> => textOf(await visit(here, path));
    await here.detect(moved, ...many(49));
    assert.match(await textAt(path1), /Changes confirmed ones, newest first/);
    assert.match(await textAt(`${path1}/fields/moved`), /Headline of moved/);
    assert.not.match(await textAt(`${path1}/fields/other`), /Older ones/);
    await here.detect(...many(50));
    assert.match(await textAt(path1), /Changes the 50 newest confirmed ones/);
    assert.not.match(await textAt(`${path1}/fields/other`), /Older ones/);
    await here.detect(...many(51));
    assert.match(await textAt(`${path1}/fields/other`), /The 50 newest\. Older ones are not on this page/);
  } finally {
    await here.close();
  }
});

test('PG-1 the page of a field has its changes, however many changes of other fields are newer', async () => {
  const here = await openPages();
  try {
    await here.declare(asset(1));
    const old = (name: string, part: Partial<Change>): Change =>
      change(name, 1, { detectedAt: now - 40 * day, ...part });
    await here.detect(
      old('moved', { field: 'moved' }),
      old('role', { subjectKind: 'authority', subjectKey: 'mint_authority:0xA', field: 'holder' }),
      old('draft', { field: 'unconfirmed', confirmed: false }),
      old('noise', { field: 'noisy', lowSignal: true }),
      ...Array.from({ length: 51 }, (_, n) => change(`one ${n}`, 1, { field: 'other', detectedAt: now - n * hour })),
    );
    const at = (field: string) => visit(here, `${path1}/fields/${field}`);
    assert.match(textOf(await at('moved')), /Headline of moved/);
    assert.match(textOf(await at('mint_authority')), /Headline of role/);
    for (const field of ['holder', 'unconfirmed', 'noisy', 'nothing', '%27%20OR%201']) {
      assert.is((await at(field)).status, 404, field);
    }
  } finally {
    await here.close();
  }
});

test('U-30 without tables the page is served and lists what is not known', async () => {
  const switched: { gone: boolean; api: Harness | null } = { gone: false, api: null };
  const query = async <R>(sql: string, given: QueryParameters): Promise<readonly R[]> => {
    if (switched.gone || switched.api === null) throw new RetryableError('the tables are gone');
    return switched.api.fixture.reader.query<R>(sql, given);
  };
  const here = await openPages({ tables: { query } });
  switched.api = here;
  try {
    await here.declare(asset(1));
    switched.gone = true;
    const page = await visit(here, path1);
    assert.is(page.status, 200);
    assert.match(textOf(page), /Sanctions lists Unknown now/);
    assert.match(textOf(page), /The changes cannot be read now/);
    assert.not.match(textOf(page), /No confirmed change|No match/);
    assert.is((await visit(here, '/')).status, 200);
    const atom = await visit(here, `${path1}/changes.atom`);
    assert.is(atom.status, 502, 'an empty feed would state that there are no changes');
    assert.match(textOf(atom), /Not available now/);
    assert.match(atom.text, String(atom.headers['x-request-id']));
  } finally {
    await here.close();
  }
});

test.run();
