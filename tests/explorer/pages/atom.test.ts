/** The Atom feed of a token: well-formed and complete by RFC 4287, whatever a source wrote, and linked from the pages. */
import { SaxesParser } from 'saxes';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Harness } from '../../api/harness.ts';
import { asset, change } from '../../api/records.ts';
import { openPages, visit } from '../harness.ts';

let api: Harness;
test.before(async () => {
  api = await openPages();
});
test.after(() => api.close());

/** Elements with their path and text, and the `href` of links. Throws where the text is no XML. */
function readFeed(text: string) {
  const found: { readonly path: string; readonly text: string; readonly href: string }[] = [];
  const open: { readonly name: string; text: string; readonly href: string }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => open.push({ name, text: '', href: attributes['href'] ?? '' }));
  parser.on('text', (part) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += part;
  });
  parser.on('closetag', () => {
    const path = open.map(({ name }) => name).join('/');
    const closed = open.pop();
    if (closed !== undefined) found.push({ path, text: closed.text, href: closed.href });
  });
  parser.write(text).close();
  return (path: string) => found.filter((one) => one.path === path);
}

test('U-12 the feed is XML with what RFC 4287 requires, and each entry leads to its change', async () => {
  await api.declare(asset(1, { name: 'A & B <i>]]>\u0000 \u202Eright' }));
  await api.detect(change('a & <b>bold</b> ]]> \u0001\uFFFE', 1), change('plain', 1));
  const path = `/verified-assets/${asset(1).address}/ethereum`;
  const reply = await visit(api, `${path}/changes.atom`);
  assert.is(reply.status, 200);
  assert.match(reply.headers['content-type'] ?? '', /^application\/atom\+xml/);
  const at = readFeed(reply.text);
  for (const required of ['feed/id', 'feed/title', 'feed/updated', 'feed/author/name']) {
    assert.is(at(required).length, 1, required);
  }
  assert.match(at('feed/title')[0]?.text ?? '', /A & B <i>\]\]> \u202Eright/);
  for (const required of ['id', 'title', 'updated', 'link', 'content']) {
    assert.is(at(`feed/entry/${required}`).length, 2, required);
  }
  assert.ok(at('feed/entry/title').some(({ text }) => text.includes('a & <b>bold</b> ]]>')));
  for (const { href } of at('feed/entry/link')) {
    assert.ok(href.startsWith(`http://x.test${path}/changes/`), href);
    assert.is((await visit(api, href.replace('http://x.test', ''))).status, 200, href);
  }
  assert.is(new Set(at('feed/entry/id').map(({ text }) => text)).size, 2);
  for (const { text } of at('feed/entry/updated')) assert.is(new Date(text).toISOString(), text);
});

test('U-05 an entry has what happened, then the details, each once', async () => {
  await api.declare(asset(5));
  const one = change('detailed', 5);
  const twice = { ...one.explanation, what: 'The same sentence.', whatDetail: 'The same sentence.' };
  await api.detect(one, { ...change('repeated', 5), explanation: twice });
  const reply = await visit(api, `/verified-assets/${asset(5).address}/ethereum/changes.atom`);
  const contents = readFeed(reply.text)('feed/entry/content').map(({ text }) => text);
  assert.ok(contents.some((text) => text.startsWith('What happened.\nWhat happened, with values.\n')));
  assert.is(contents.join('\n').match(/The same sentence\./g)?.length, 1);
});

test('the page of a token links its feed, for people and for programs', async () => {
  await api.declare(asset(2));
  const path = `/verified-assets/${asset(2).address}/ethereum`;
  const { text } = await visit(api, path);
  assert.match(text, `<link rel="alternate" type="application/atom+xml" href="${path}/changes.atom"`);
  assert.match(text, new RegExp(`<a [^>]*href="${path}/changes.atom"`));
});

test.run();
