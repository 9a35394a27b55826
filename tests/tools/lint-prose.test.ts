import { existsSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lintText } from '../../tools/lint/lint-text.ts';
import { publishedTexts } from '../../tools/lint/published-texts.ts';
import { readPublished } from '../../tools/release/published/changed-since.ts';
import { textFiles } from '../../tools/release/published/text-files.ts';

/** Findings as `line quoted words`. */
const found = (path: string, text: string): readonly string[] =>
  lintText(path, text).map(({ line, message }) => `${line} ${/"([^"]*)"/.exec(message)?.[1] ?? message}`);

type Case = readonly [title: string, path: string, text: string, expected: readonly string[]];

const prose: readonly Case[] = [
  ['a comment', 'a.ts', 'const a = 1;\n// Whoever asks.\n', ['2 whoever']],
  [
    'a docstring over two lines',
    'a.ts',
    '/**\n * It is\n * fine; nobody calls.\n */\nexport const a = 1;',
    ['3 nobody'],
  ],
  ['words across a line break', 'a.md', 'The caller is\ntold later.', ['1 is told']],
  ['a title of a test', 'a.test.ts', "test('the state is made anew', () => {});", ['1 anew']],
  ['a title of a test with parameters', 'a.test.ts', 'test(`${row}: read by nobody`, () => {});', ['1 nobody']],
  ['a message', 'a.ts', "log.info(\n  'it was told to stop',\n);", ['2 was told']],
  ['code and names', 'a.ts', "const anew = 'nobody';\ncall('Somebody Else SA');", []],
  ['an explanation', 'pipeline/changes/families/a/templates.ts', "f('a row that is written anew');", ['1 anew']],
  ['a decision of another body', 'a.ts', "f('Commission Decision 2011/833/EU of the Union');", []],
  ['a code span and a code block', 'a.md', '`anew`\n\n```\nnobody\n```\n', []],
  ['a line number after a code block', 'a.md', '```\na\nb\n```\nnobody\n', ['5 nobody']],
  ['the target of a link', 'a.md', '[28](0028-what-an-offset-says.md)', []],
  ['a shell comment', 'a.sh', 'echo whoever\n# Whoever\n', ['2 whoever']],
  ['an SQL comment', 'a.sql', "-- It is said.\nSELECT 'nobody'", ['1 is said']],
  ['a section of a page', 'a.ts', '// domain 7.2 and hardening 4.1', ['1 domain 7.2', '1 hardening 4.1']],
  ['a decision', 'a.ts', '// decision 3, decision 999', ['1 decision 999']],
  ['a page', 'a.md', 'docs/glossary.md and docs/nowhere.md', ['1 docs/nowhere.md']],
  ['a rule of the conformance list', 'a.ts', '// B-18 and A-28', []],
];

/** Each stem in a sentence, and uses of it that are ordinary English. */
const stems: readonly Case[] = [
  ...['tell', 'tells', 'telling', 'told', 'say', 'says', 'saying', 'said', 'look', 'looks', 'looked', 'looking'],
  ...['desk', 'door', 'doors', 'whoever', 'belief', 'doubt', 'doubts', 'doubtful'],
].map((word): Case => [word, 'a.md', `The first reading ${word} little.`, [`1 ${word}`]]);
const allowed: readonly Case[] = [
  'Clients look up tokens.',
  'A look-up of a key.',
  'It looks an entry\nup once.',
  'Keys are looked up.',
  'A hash that looks like another.',
  'This is beyond doubt.',
  'The outlook, a lookup, a doorway and essays.',
].map((text): Case => [text, 'a.md', text, []]);

const names: readonly Case[] = [
  ['a function', 'a.ts', 'export function tellEvent() {}', ['1 tellEvent']],
  ['a property and its use', 'a.ts', 'const a = { isTold: 1 };\nuse(a.isTold);', ['1 isTold']],
  ['a private member', 'a.ts', 'class Reader { #nextLook = 1; }', ['1 nextLook']],
  ['a parameter', 'a.ts', 'const f = (sqlDoor: number) => sqlDoor;', ['1 sqlDoor']],
  ['a constant', 'a.ts', 'const FIRST_DOUBT_MS = 1;', ['1 FIRST_DOUBT_MS']],
  ['an abbreviation before the word', 'a.ts', 'const openSQLDesk = 1;', ['1 openSQLDesk']],
  [
    'look-ups, and words that contain a stem',
    'a.ts',
    'const a = [lookUp, lookUpKey, looksLikeJson, essay, lookup];',
    [],
  ],
  ['a file', 'pipeline/a/look-words.ts', '', ['1 look']],
  ['a page', 'docs/what-an-offset-says.md', '', ['1 says']],
  ['a recorded file', 'a/lookup-tables.json', '', []],
];

const types: readonly Case[] = [
  ['an interface', 'a.ts', 'export interface Moving { readonly a: 1 }', ['1 Moving']],
  ['an alias', 'a.ts', 'type Settled = 1;', ['1 Settled']],
  ['a class', 'a.ts', 'class Waiting {}', ['1 Waiting']],
  ['an irregular participle', 'a.ts', 'interface Begun { a: 1 }', ['1 Begun']],
  ['a negated participle', 'a.ts', 'type Unproven = 1;', ['1 Unproven']],
  ['a name with a noun', 'a.ts', 'interface MovingSource { a: 1 }\ntype GivenShares = 1;', []],
  ['nouns', 'a.ts', 'type Reading = 1;\ntype Setting = 1;\ntype Feed = 1;\ntype Embedding2 = 1;', []],
  ['a parameter of a type', 'a.ts', 'export type Reader<Given> = Given;', []],
];

const tables = { prose, 'a stem': stems, 'an allowed use': allowed, 'a name': names, 'a type': types };
for (const [kind, cases] of Object.entries(tables)) {
  for (const [title, path, text, expected] of cases) {
    test(`${kind}: ${title}`, () => assert.equal(found(path, text), expected));
  }
}

test('of a file with published texts only the strings are exempt', () => {
  const text = "/** Kept anew. */\nexport const desk = 'This sentence was written by nobody.';\n";
  const of = (published: ReadonlySet<string>) => lintText('a/v1/texts.ts', text, published).map(({ line }) => line);
  assert.equal(of(new Set()), [1, 2, 2]);
  assert.equal(of(new Set(['a/v1/texts.ts'])), [1, 2]);
  assert.equal(of(new Set(['a/v1'])), [1, 2, 2]);
});

test('the files of published texts exist and have the texts of the rules and of the fold, and are listed by a release only', () => {
  const files = textFiles();
  for (const file of [
    'pipeline/changes/families/own/templates.ts',
    'pipeline/impact/v1/severity.ts',
    'schemas/obligations.ts',
  ]) {
    assert.ok(files.includes(file), file);
  }
  for (const file of [...files, ...publishedTexts]) assert.ok(existsSync(file), file);
  assert.is(publishedTexts.size > 0, readPublished()['rule set'] !== undefined);
});

test.run();
