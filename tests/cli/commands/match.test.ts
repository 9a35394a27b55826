import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { attestry, type CliResult } from '../harness.ts';

const test = suite<{ directory: string }>('attestry match');
test.before.each((place) => {
  place.directory = mkdtempSync(join(tmpdir(), 'attestry-match-'));
});
test.after.each(({ directory }) => rmSync(directory, { recursive: true, force: true }));

const matchOf = (directory: string, text: string, ...options: readonly string[]): Promise<CliResult> => {
  const file = join(directory, 'pairs');
  writeFileSync(file, text);
  return attestry('match', '--pairs', file, ...options);
};

const refused: readonly (readonly [name: string, text: string, reason: RegExp])[] = [
  ['a line that is no JSON', '{"name1":"a","name2":"b"}\n{"name1"', /line 2 is not JSON/],
  ['a line without a second name', '{"name1":"a"}', /line 1 needs the texts name1 and name2/],
  ['a name that is no text', '{"name1":"a","name2":7}', /line 1 needs the texts/],
  ['a schema that is no text', '{"name1":"a","name2":"b","schema":7}', /schema is a text/],
  ['a table without names', 'one,two\na,b\n', /line 2 needs the texts/],
  ['a table with a row too long', 'name1,name2\na,b,c\n', /neither NDJSON nor CSV/],
];
for (const [name, text, reason] of refused) {
  test(`${name}: exit 2, and nothing on stdout`, async ({ directory }) => {
    const { code, stdout, stderr } = await matchOf(directory, text, '--json');
    assert.equal([code, stdout], [2, '']);
    assert.match(stderr, reason);
  });
}

test('no file, or none that exists: exit 2', async ({ directory }) => {
  assert.is((await attestry('match')).code, 2);
  assert.is((await attestry('match', '--pairs', join(directory, 'none'))).code, 2);
});

test('an empty file: no lines', async ({ directory }) => {
  assert.equal(await matchOf(directory, '', '--json'), { code: 0, stdout: '', stderr: '' });
});

const pairs = [
  { id: 7, name1: 'Zenithal Bank Ltd', name2: 'Zenitthal Banco Group', schema: 'Company', is_match: true },
  { id: 8, name1: 'Zenithal Ltd', name2: 'ZENITHAL LIMITED', schema: 'Company', is_match: false },
  { id: 9, name1: 'Zenithal Ltd', name2: 'Quorvan Ltd', is_match: true },
  { id: 10, name1: 'QUORVAN, Ali', name2: 'Ali Quorvan', schema: 'Person' },
];

test('a line a pair: the pair as sent, the verdict, and the reason in words', async ({ directory }) => {
  const text = pairs.map((pair) => JSON.stringify(pair)).join('\n');
  const { code, stdout, stderr } = await matchOf(directory, text, '--json');
  assert.is(code, 0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(lines, [
    {
      ...pairs[0],
      match: true,
      level: 'L4',
      agreement: [
        { name1: 'Zenithal', name2: 'Zenitthal', by: 'spelling' },
        { name1: 'Bank', name2: 'Banco', by: 'meaning' },
      ],
      onlyName1: [],
      onlyName2: ['Group'],
      reason: '“Zenithal” is spelled “Zenitthal”; “Bank” and “Banco” mean the same. Only the second name has “Group”.',
    },
    {
      ...pairs[1],
      match: true,
      level: 'L3',
      agreement: [{ name1: 'Zenithal', name2: 'ZENITHAL', by: 'same' }],
      onlyName1: [],
      onlyName2: [],
      reason: 'Both have “Zenithal”.',
    },
    { ...pairs[2], match: false, level: null, agreement: [], onlyName1: [], onlyName2: [], reason: null },
    {
      ...pairs[3],
      match: true,
      level: 'L3',
      agreement: [
        { name1: 'Ali', name2: 'Ali', by: 'same' },
        { name1: 'QUORVAN', name2: 'Quorvan', by: 'same' },
      ],
      onlyName1: [],
      onlyName2: [],
      reason: 'Both have “Ali” and “QUORVAN”.',
    },
  ]);
  assert.match(stderr, /1 are found, 1 are not found, 1 are found although they differ, 0 differ/);
});

test('CSV is read as well, and text is for people', async ({ directory }) => {
  const text = 'name1,name2,schema\n"Zenithal, Ltd",Zenitthal,Company\nZenithal,Quorvan,Company\n';
  const { code, stdout, stderr } = await matchOf(directory, text);
  assert.equal([code, stderr], [0, '']);
  assert.equal(stdout.trimEnd().split('\n'), [
    'similar (L4): Zenithal, Ltd | Zenitthal',
    '    “Zenithal” is spelled “Zenitthal”.',
    'not similar: Zenithal | Quorvan',
  ]);
});

test.run();
