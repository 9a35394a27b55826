import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tokenizeSql } from '../../../infra/clickhouse/http-endpoint/sql-tokens.ts';
import { openSampleEngine } from './sample-engine.ts';

const accepted = (text: string): readonly string[] => {
  const result = tokenizeSql(text);
  if ('refusal' in result) throw new Error(result.refusal);
  return result.tokens.map(({ kind, value }) => `${kind}:${value}`);
};

test('ambiguous text is refused', () => {
  const texts = [
    "'open",
    '"open',
    '`open',
    '""',
    '``',
    '"a""b"',
    '"a\\x41"',
    '"a`b"',
    "x'41'",
    "B'01'",
    '$$a$$',
    '$a$ b $a$',
    '/* open',
    '/* a /* b */ */',
    '#no comment',
    '// also a comment',
    '1a',
    "1'a'",
    '0xg',
    '“a”',
    '‘a’',
    '−1',
    'é',
    '@a',
    '\\',
    '~',
    '\f',
    '\u00a0',
    'a$b',
  ];
  for (const text of texts) assert.ok('refusal' in tokenizeSql(text), text);
});

test('tokens of accepted text', () => {
  assert.equal(accepted("a.\"b c\" , 'it''s \\' ok'"), [
    'word:a',
    'symbol:.',
    'word:b c',
    'symbol:,',
    "text:'it''s \\' ok'",
  ]);
  assert.equal(accepted('1.5e-3 0x1F 1_000'), [
    'number:1',
    'symbol:.',
    'number:5e',
    'symbol:-',
    'number:3',
    'number:0x1F',
    'number:1_000',
  ]);
  assert.equal(accepted("IN'a'"), ['word:IN', "text:'a'"]);
});

test('a comment is replaced by a space, so the tokens around it stay separate', () => {
  const text = "SEL/**/ECT -- x ' \n 1 #! y\n + '--' # z";
  const result = tokenizeSql(text);
  assert.is('refusal' in result ? '' : result.sql, "SEL ECT   1   + '--'  ");
});

test('ClickHouse splits every accepted text into the same names, literals and words', async () => {
  const { engine, close } = await openSampleEngine();
  const pieces = [
    'a',
    'FROM',
    'x',
    ' ',
    '\n',
    "'",
    '"',
    '`',
    '\\',
    '/*',
    '*/',
    '--',
    '#',
    '# ',
    '#!',
    ';',
    '.',
    '1',
    '1e',
    '0x',
    '-',
    '$',
    '$a$',
    '(',
    '{',
    '“',
    '’',
    'é',
    '!',
    '=',
    '\0',
    '\r',
    '/',
    '*',
    '|',
    "''",
    '""',
    '_b',
    ':',
  ];
  const texts = fc.sample(
    fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join('')),
    {
      numRuns: 10_000,
      seed: 20_260_101,
    },
  );
  const results = texts.flatMap((text) => {
    const result = tokenizeSql(text);
    return 'refusal' in result ? [] : [result];
  });
  assert.ok(results.length > 500, `only ${results.length} of the texts were accepted`);
  interface EngineToken {
    readonly begin: string;
    readonly end: string;
    readonly type: string;
  }
  const rows = await engine.api.query<{ readonly tokens: readonly EngineToken[] }>(
    'SELECT tokenizeQuery(text) AS tokens FROM (SELECT arrayJoin({texts:Array(String)}) AS text)',
    { texts: results.map(({ sql }) => sql) },
  );
  for (const [index, { sql, tokens }] of results.entries()) {
    const bytes = Buffer.from(sql, 'utf8');
    const theirs = (rows[index]?.tokens ?? [])
      .filter(({ type }) => !['Whitespace', 'EndOfStream'].includes(type))
      .map(({ begin, end, type }) => ({ type, text: bytes.subarray(Number(begin), Number(end)).toString('utf8') }));
    const named = theirs.filter(({ type }) => ['BareWord', 'StringLiteral', 'QuotedIdentifier'].includes(type));
    const ours = tokens.filter(({ kind }) => kind === 'word' || kind === 'text');
    assert.equal(
      named.map(({ text }) => text),
      ours.map(({ start, end }) => sql.slice(start, end)),
      JSON.stringify(sql),
    );
    assert.not.ok(
      theirs.some(({ type }) => ['Comment', 'HereDoc'].includes(type)),
      JSON.stringify(sql),
    );
  }
  await close();
});

test.run();
