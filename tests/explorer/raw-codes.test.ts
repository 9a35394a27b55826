/** No page prints a term of a vocabulary as the log has it: each has words for people. */
import { Parser } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { termsOf, vocabularyNames } from '../../schemas/vocabulary.ts';
import { assetId } from '../api/records.ts';
import { pages } from './every-page.ts';
import { visit } from './harness.ts';
import { openWorld, type World } from './world.ts';

/** Terms that are the words themselves: a number of none, a link to what verdicts are, a value as an explanation has it. */
const words = new Set(['none', 'verdict', 'verified', 'revoked']);
const terms: ReadonlySet<string> = new Set(
  vocabularyNames.flatMap((name): readonly string[] => termsOf(name)).filter((term) => !words.has(term)),
);

/** What a reader gets as a name to copy or to type, and passages of others. */
const quoted = new Set(['code', 'kbd', 'blockquote', 'script', 'style', 'textarea', 'title']);
/** An element without an end has no text. */
const empty = new Set(['input', 'meta', 'link', 'br', 'hr']);

/** Texts of a page, each as its element has it, without names in `code` and identifiers. */
function textsOf(html: string): readonly string[] {
  const found: string[] = [];
  const within: boolean[] = [];
  const parser = new Parser({
    onopentag: (name, { class: classes = '' }) => {
      if (empty.has(name)) return;
      within.push(within.at(-1) === true || quoted.has(name) || classes.split(' ').includes('hash'));
    },
    onclosetag: (name) => {
      if (!empty.has(name)) within.pop();
    },
    ontext: (text) => {
      if (within.at(-1) !== true) found.push(text.trim());
    },
  });
  parser.end(html);
  return found;
}

const rawIn = (html: string): readonly string[] =>
  textsOf(html).filter((text) => text.split(/, |\s/).some((word) => /^[a-z]+_[a-z_]+$/.test(word)) || terms.has(text));

let world: World;
test.before(async () => {
  world = await openWorld();
  const { api, key } = world;
  // Its intake has not ended.
  await api.give(key.tenantId, 'watch.add', { assetId: assetId(2), by: 'operator' });
});
test.after(() => world.close());

for (const { name, path, for: reader, drawnBy } of pages) {
  if (drawnBy !== undefined) continue;
  test(`${name}: every term has words`, async () => {
    const page = await visit(world.api, path(world), reader === 'reader' ? { cookie: world.cookie } : {});
    assert.equal(rawIn(page.text), []);
  });
}

test('a term of a vocabulary and a name with underscores are found, whatever stands around them', () => {
  assert.equal(rawIn('<p>gathering</p><p>as <b>custodian_crypto</b> now</p>'), ['gathering', 'custodian_crypto']);
  assert.equal(rawIn('<code>gathering</code><span class="a hash">no_sources</span><p>Gathering</p><br>'), []);
});

test.run();
