/** Text of others on every page: its direction does not reach the text around it, and what is invisible is shown by its number. */
import { Parser } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pages } from './every-page.ts';
import { visit } from './harness.ts';
import { openWorld, type World } from './world.ts';

/** An Arabic word, by which a text of another party is found on a page. */
const mark = 'عملة';

let world: World;
test.before(async () => {
  world = await openWorld({ write: (text) => `${text} ${mark}` });
});
test.after(() => world.close());

/** Elements of which the browser shows no markup: a title in its tab, an option, a text to edit. */
const plain = new Set(['title', 'option', 'textarea', 'script']);

/** Text nodes with the mark that stand in no element with a direction of its own, each with its parents. */
function notIsolated(html: string): readonly string[] {
  const found: string[] = [];
  const open: { readonly name: string; readonly isolates: boolean }[] = [];
  const parser = new Parser({
    onopentag: (name, { dir }) =>
      void open.push({ name, isolates: name === 'bdi' || dir === 'auto' || plain.has(name) }),
    onclosetag: () => void open.pop(),
    ontext: (text) => {
      if (!text.includes(mark) || open.some(({ isolates }) => isolates)) return;
      found.push(
        `${open
          .slice(-4)
          .map(({ name }) => name)
          .join(' > ')}: ${text.trim().slice(0, 100)}`,
      );
    },
  });
  parser.end(html);
  return found;
}

test('every text of another party has a direction of its own, on every page', async () => {
  let found = 0;
  for (const { name, path, for: reader, drawnBy } of pages) {
    if (drawnBy !== undefined) continue;
    const { text } = await visit(world.api, path(world), reader === 'reader' ? { cookie: world.cookie } : {});
    assert.equal(notIsolated(text), [], name);
    if (text.includes(mark)) found += 1;
  }
  assert.ok(found >= 12, `${found} pages have such texts`);
});

test.run();
