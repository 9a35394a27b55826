import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { selectorMatch, selectorProblem } from '../../../../../pipeline/documents/reading/profiles/path-selector.ts';
import { hasPhrase, phraseWords } from '../../../../../pipeline/documents/reading/profiles/phrases.ts';
import { profileTable } from '../../../../../pipeline/documents/reading/profiles/profile-table.ts';
import { profileFile } from '../../../../../pipeline/documents/reading/profiles/schema.ts';
import { shapeProblem } from '../../../../../schemas/shape-check.ts';

const own = { id: 'terms/a', extends: 'terms' };

test('the generic profiles come along, and each has a name with its hash', () => {
  const { profiles, problems } = profileTable([]);
  assert.equal([...profiles.keys()], ['white-paper', 'terms', 'reserve-report', 'page']);
  assert.equal(problems, []);
  for (const [id, { name, sha256, text }] of profiles) {
    assert.is(name, `${id}@${sha256.slice(0, 12)}`);
    assert.match(text, `"id":"${id}"`);
  }
});

test('an extending profile states more, and its own members hold', () => {
  const base = {
    id: 'b',
    extends: 'terms',
    remove: ['.x'],
    fields: { a: { rule: 'selector:r' }, b: { rule: 'selector:r' } },
  };
  const { profiles } = profileTable([
    base,
    { id: 'c', extends: 'b', language: 'de', fields: { b: { rule: 'selector:s' } } },
  ]);
  assert.equal(profiles.get('c')?.profile, {
    id: 'c',
    language: 'de',
    remove: ['.x'],
    fields: { a: { rule: 'selector:r' }, b: { rule: 'selector:s' } },
  });
});

test('the hash is that of what a profile states with everything inherited', () => {
  const nameOf = (everyHours: number): string | undefined =>
    profileTable([
      { id: 'b', everyHours },
      { id: 'c', extends: 'b' },
    ]).profiles.get('c')?.name;
  assert.is(nameOf(6), nameOf(6));
  assert.is.not(nameOf(6), nameOf(7));
});

const refused = [
  ['an unknown parent', [{ id: 'a', extends: 'nothing' }], 'The profile a extends nothing, which does not exist.'],
  [
    'a circle',
    [
      { id: 'a', extends: 'b' },
      { id: 'b', extends: 'a' },
    ],
    'The profile a extends itself through a.',
  ],
  ['itself', [{ id: 'a', extends: 'a' }], 'The profile a extends itself through a.'],
  ['a browser', [{ ...own, render: true }], 'asks for a browser'],
  [
    'a browser of its parent',
    [
      { id: 'a', render: true },
      { id: 'b', extends: 'a' },
    ],
    'The profile b asks for a browser',
  ],
  ['the name of a generic one', [{ id: 'terms', language: 'de' }], 'The profile terms is there twice'],
] as const;
for (const [name, files, problem] of refused) {
  test(`a profile is left out: ${name}`, () => {
    const { problems } = profileTable(files);
    assert.ok(
      problems.some((one) => one.includes(problem)),
      problems.join('\n'),
    );
  });
}

const shapes: readonly (readonly [file: unknown, problem: string | null])[] = [
  [own, null],
  [{ ...own, follow: { newestBy: 'dateInText', text: ['Examination * Report'] } }, null],
  [{ extends: 'terms' }, 'value.id is not a name such as reserve-report/example-usd'],
  [{ id: '../etc/passwd' }, 'value.id is not a name such as reserve-report/example-usd'],
  [{ ...own, unknown: 1 }, 'value is not an object'],
  [{ ...own, everyHours: 0 }, 'value.everyHours is not a number from 1 to 168'],
  [{ ...own, follow: { newestBy: 'luck' } }, 'value.follow.newestBy is not one of dateInText, place'],
  [{ ...own, remove: [''] }, 'value.remove[0] is not a CSS selector of 1 to 500 characters'],
  [{ ...own, fields: { a: { rule: 1 } } }, 'value.fields is not fields with their rule'],
];
for (const [file, problem] of shapes) {
  test(`the shape of ${JSON.stringify(file)}`, () => assert.is(shapeProblem(profileFile, file), problem));
}

const phrases: readonly (readonly [text: string, phrase: string, found: boolean])[] = [
  ['Independent Examination Report', 'examination report', true],
  ['EXAMINATION – REPORT', 'Examination Report', true],
  ['examination of the report', 'examination report', false],
  ['Attestation of the June 2025 Report', 'attestation * report', true],
  ['attestation report', 'attestation * report', true],
  ['attestation a b c d e report', 'attestation * report', true],
  ['attestation a b c d e f report', 'attestation * report', false],
  ['preexamination report', 'examination report', false],
  ['anything', '*', false],
  ['anything', '', false],
  ['in all material respects', 'in all material respects *', true],
  ['qualified', 'qualified opinion', false],
];
for (const [text, phrase, found] of phrases) {
  test(`"${phrase}" in "${text}"`, () => assert.is(hasPhrase(phraseWords(text), phrase), found));
}

/** A text of so many words, which counts how often one of them is read. */
function countedWords(count: number): { readonly words: readonly string[]; readonly reads: () => number } {
  let reads = 0;
  const get = (all: readonly string[], key: string | symbol): unknown => {
    if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
    return Reflect.get(all, key) as unknown;
  };
  return {
    words: new Proxy(
      Array.from({ length: count }, () => 'a'),
      { get },
    ),
    reads: () => reads,
  };
}

test('a phrase of stars reads words in proportion to the text', () => {
  const readsOf = (count: number): number => {
    const { words, reads } = countedWords(count);
    assert.is(hasPhrase(words, `${'a * '.repeat(20)}b`), false);
    return reads();
  };
  const [some, twice] = [readsOf(500), readsOf(1_000)];
  assert.ok(some >= 500 && twice <= 2.1 * some, `${some} and ${twice}`);
});

const path = 'html>body>main.wide>section#terms.a.b:nth-of-type(2)>p:nth-of-type(4)';
const selectors: readonly (readonly [selector: string, matches: boolean])[] = [
  ['p', true],
  ['#terms p', true],
  ['main.wide > section > p', true],
  ['main > p', false],
  ['.b p:nth-of-type(4)', true],
  ['p:first-of-type', false],
  ['section:nth-of-type(2) p', true],
  ['.carousel', false],
  ['section', false],
];
for (const [selector, matches] of selectors) {
  test(`${selector} of ${path}`, () => assert.is(selectorMatch(selector)(path), matches));
}

test('attributes of a link are matched, and what is no selector is refused', () => {
  assert.is(selectorMatch("a[href$='.pdf']")('body>a', { href: '/x.pdf' }), true);
  assert.is(selectorMatch("a[href$='.pdf']")('body>a', { href: '/x.html' }), false);
  assert.is(selectorProblem('a[href'), selectorProblem('a[href') ?? '');
  assert.match(selectorProblem('a[href') ?? '', 'is not a CSS selector');
  assert.is(selectorProblem('a > b, c'), null);
});

test.run();
