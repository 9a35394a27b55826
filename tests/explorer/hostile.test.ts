/** Every page with markup in every text that a source, an issuer, an operator or a key holder can write; and what is large. */
import { Parser } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { storiesOf, tagsOf } from '../../explorer/stories.ts';
import { assetId, change } from '../api/records.ts';
import { pages } from './every-page.ts';
import { elementsOf, textOf, visit } from './harness.ts';
import { hostileText, markup } from './hostile-text.ts';
import { openWorld, type World } from './world.ts';

let world: World;
test.before(async () => {
  world = await openWorld({ write: hostileText() });
});
test.after(() => world.close());

/** Elements that no page of ours has. */
const foreign = new Set(['base', 'embed', 'iframe', 'img', 'math', 'object', 'style', 'template']);
/** Charset and viewport; beside them a page that is passed on describes itself, and some are not for search engines. */
const metaOf = (name: string, reader: 'public' | 'reader'): number => {
  if (['asset', 'public-change', 'entity'].includes(name)) return 7;
  return reader === 'reader' || ['search', 'signin'].includes(name) ? 3 : 2;
};
const schemes = /^(?:https?:|[/?#]|)/;

for (const { name, path, status = 200, for: reader, drawnBy } of pages) {
  test(`PG-11 U-06 U-22 ${name}: hostile text is text`, async () => {
    const reply = await visit(world.api, path(world), reader === 'reader' ? { cookie: world.cookie } : {});
    assert.is(reply.status, status);
    const elements = elementsOf(reply.text);
    assert.equal(
      elements.filter((one) => foreign.has(one.name) || one.onSomething),
      [],
    );
    // The library that draws a page, and what starts it, are two more.
    assert.is(elements.filter((one) => one.name === 'script').length, drawnBy === undefined ? 1 : 3);
    assert.is(elements.filter((one) => one.name === 'meta').length, metaOf(name, reader));
    for (const { address, element } of addressesOf(reply.text)) {
      assert.match(address, schemes, element);
      assert.not.match(address, /^(?:javascript|data|vbscript):/i, element);
      assert.not.match(address, /^\/\//, element);
    }
    assert.not.match(textOf(reply), /\b49\b.*7\*7|undefined|\[object Object\]/);
  });
}

/** Where links lead and forms are sent. */
function addressesOf(html: string): readonly { readonly element: string; readonly address: string }[] {
  const found: { readonly element: string; readonly address: string }[] = [];
  const parser = new Parser({
    onopentag: (element, attributes) => {
      for (const name of ['href', 'src', 'action', 'formaction']) {
        const address = attributes[name];
        if (address !== undefined) found.push({ element, address: address.trim() });
      }
    },
  });
  parser.end(html);
  return found;
}

test('what hostile text a form brings back is text, too', async () => {
  for (const path of [`/?q=${encodeURIComponent(markup[0])}`, `/signin?next=${encodeURIComponent('//evil.example')}`]) {
    const { text } = await visit(world.api, path);
    assert.equal(
      elementsOf(text).filter((one) => foreign.has(one.name) || one.onSomething),
      [],
    );
    assert.not.match(text, /value="\/\/evil/);
  }
});

test('a quote of 16 kB in a script that is read from right to left is whole and in its direction', async () => {
  const words = Array.from({ length: 1_400 }, (_, n) => `كلمة${n}`).join(' ');
  const large = change('rtl', 1, { quote: `${words} 12:00`, priorQuote: `${words} 15:00` });
  assert.ok(Buffer.byteLength(words) >= 16_000);
  await world.api.detect(large);
  const page = await visit(world.api, `/changes/${encodeURIComponent(large.id)}`, { cookie: world.cookie });
  assert.is(page.status, 200);
  assert.match(page.text, /<blockquote class="quote" dir="auto">/);
  assert.ok(textOf(page).includes(`${words} 12:00`));
});

test('U-18 a change of 400 tokens is one story with a tag each, whatever the order of its rows', () => {
  const at = 1_700_000_000_000;
  const members = Array.from({ length: 400 }, (_, n) => ({
    storyKey: 'one',
    groupKey: assetId(n),
    title: 'T',
    label: 'L',
    headline: 'H',
    what: 'W',
    direction: 'weakens' as const,
    confirmed: true,
    isWithdrawn: false,
    at,
    isNew: true,
    token: { symbol: `T${n}`, chain: 'Ethereum', path: `/verified-assets/${assetId(n)}/ethereum` },
  }));
  const [story, ...others] = storiesOf(members);
  assert.equal(others, []);
  assert.is(story?.members.length, 400);
  const [turned] = storiesOf(members.toReversed());
  assert.equal(
    new Set(turned?.members.map(({ token }) => token.symbol)),
    new Set(members.map(({ token }) => token.symbol)),
  );
  assert.is(story === undefined ? 0 : tagsOf(story).length, 400);
});

test.run();
