import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sentences } from '../../pipeline/changes/families/source/builders.ts';
import { attestry } from '../harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'attestry-sources-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const terms = file('terms.txt', sentences(0, 100));
const page = (body: string): string => `<!doctype html><title>t</title><body>${body}</body>`;

const classes: readonly (readonly [expected: string, content: string])[] = [
  ['nothing', sentences(0, 100).toUpperCase()],
  ['editorial', `${sentences(0, 100)}\n`],
  ['revision', `${sentences(0, 100)}\n${sentences(100, 1)}`],
  ['suspect_truncation', sentences(0, 60)],
  ['source_rewritten', sentences(500, 90)],
];

for (const [expected, content] of classes) {
  test(`two texts: ${expected}`, async () => {
    const isEditorial = expected === 'editorial';
    const old = isEditorial ? file('seen.txt', `${sentences(0, 100)}\nSeen 5 times.`) : terms;
    const current = file('new.txt', isEditorial ? `${content}Seen 17 times.` : content);
    const { code, stdout, stderr } = await attestry('--json', 'sources', 'diff', old, current);
    assert.is(code, 0, stderr);
    assert.is((JSON.parse(stdout) as { readonly class: string }).class, expected);
  });
}

test('two pages: links against the address, declared blocks left out', async () => {
  const old = file('old.html', page('<p>Terms apply.</p><p class="photo">A warbler.</p>'));
  const current = file('new.html', page('<p>Terms apply. <a href="/annex">Annex</a></p><p class="photo">A rope.</p>'));
  const url = ['--url', 'https://issuer.example/terms'];
  const { stdout } = await attestry('--json', 'sources', 'diff', old, current, ...url, '--remove', '.photo');
  assert.equal(JSON.parse(stdout), {
    class: 'revision',
    kept5: 1,
    new5: 0.5,
    words: { old: 2, new: 3 },
    passagesRemoved: [],
    passagesAdded: ['Annex'],
    linksRemoved: [],
    linksAdded: ['https://issuer.example/annex'],
  });
  const text = await attestry('sources', 'diff', old, current);
  assert.is(
    text.stdout,
    'source_rewritten: kept5 0, new5 1, words 4 -> 5\n- A warbler.\n+ Annex\n+ A rope.\n+ link https://page.invalid/annex\n',
  );
});

test('the same file twice', async () => {
  const { stdout } = await attestry('sources', 'diff', terms, terms);
  assert.match(stdout, /^nothing: kept5 1, new5 0, words (\d+) -> \1\n$/);
});

const mistakes: readonly (readonly [name: string, arguments_: readonly string[], message: RegExp])[] = [
  ['a file that is not there', [terms, join(folder, 'none.html')], /none\.html cannot be read: it does not exist/],
  [
    'a file in another encoding',
    [terms, file('latin.html', Buffer.from([0x3c, 0xe9]))],
    /latin\.html is not UTF-8 text/,
  ],
  ['an address that is none', [terms, terms, '--url', 'terms'], /--url terms is not an http or https address/],
  ['a selector that is none', [terms, terms, '--remove', 'div['], /--remove: "div\[" is not a CSS selector/],
];

for (const [name, arguments_, message] of mistakes) {
  test(`refused: ${name}`, async () => {
    const { code, stdout, stderr } = await attestry('sources', 'diff', ...arguments_);
    assert.is(code, 2);
    assert.is(stdout, '');
    assert.match(stderr, message);
  });
}

test.run();
