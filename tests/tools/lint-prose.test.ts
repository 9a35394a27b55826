import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lintProse } from '../../tools/lint-prose.ts';

/** Findings as `line quoted words`. */
const found = (path: string, text: string): readonly string[] =>
  lintProse(path, text).map(({ line, message }) => `${line} ${/^"([^"]*)"/.exec(message)?.[1] ?? message}`);

const cases: readonly (readonly [title: string, path: string, text: string, expected: readonly string[]])[] = [
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
  ['a frozen explanation', 'pipeline/changes/families/a/templates.ts', "f('a row that is written anew');", []],
  ['a decision of another body', 'a.ts', "f('Commission Decision 2011/833/EU of the Union');", []],
  ['a code span and a code block', 'a.md', '`anew`\n\n```\nnobody\n```\n', []],
  ['a line number after a code block', 'a.md', '```\na\nb\n```\nnobody\n', ['5 nobody']],
  ['a shell comment', 'a.sh', 'echo whoever\n# Whoever\n', ['2 whoever']],
  ['an SQL comment', 'a.sql', "-- It is said.\nSELECT 'nobody'", ['1 is said']],
  ['a section of a page', 'a.ts', '// domain 7.2 and hardening 4.1', ['1 domain 7.2', '1 hardening 4.1']],
  ['a decision', 'a.ts', '// decision 3, decision 999', ['1 decision 999']],
  ['a page', 'a.md', 'docs/glossary.md and docs/nowhere.md', ['1 docs/nowhere.md']],
  ['a rule of the conformance list', 'a.ts', '// B-18 and A-28', []],
];
for (const [title, path, text, expected] of cases) {
  test(`prose: ${title}`, () => assert.equal(found(path, text), expected));
}

test.run();
