import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { banner, type BannerFacts } from '../../../cli/service/banner.ts';
import { formatLogLine } from '../../../cli/program/output/log-line.ts';
import { createLogger } from '../../../infra/logger.ts';

const approved = fileURLToPath(new URL('../../approved/banner.txt', import.meta.url));

const demo: BannerFacts['demo'] = {
  key: 'attestry_AbCdEfGh_0123456789abcdefghijklmnopqrstuv',
  scopes: ['monitoring:read', 'watchlist:write'],
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  newestChangeAt: Date.UTC(2026, 7, 21),
};

const facts: BannerFacts = {
  httpUrl: 'http://127.0.0.1:8080',
  sqlUrl: 'http://127.0.0.1:8123',
  registryUrl: 'http://127.0.0.1:8081',
  opsUrl: 'http://127.0.0.1:9464',
  dataDir: '/var/lib/attestry',
  demo,
  unread: [],
  seconds: '3.4',
  now: Date.UTC(2026, 10, 21),
};

const unread = [
  '8 documents are not fetched: ATTESTRY_DOCUMENTS_CONTACT is not set',
  '1 asset on base is not read: ATTESTRY_RPC_BASE is not set',
];

const cases: readonly (readonly [string, BannerFacts])[] = [
  ['with the demo', facts],
  ['without the demo, side listeners off', { ...facts, demo: null, sqlUrl: null, registryUrl: null, opsUrl: null }],
  ['with documents and chains that nothing fetches', { ...facts, demo: null, unread }],
  ['with a demo whose changes are all older than a year', { ...facts, now: Date.UTC(2027, 8, 1) }],
];

test('the approved banner: UPDATE_APPROVED=1 writes it again for review', () => {
  const text = cases.map(([title, one]) => `# ${title}\n${banner(one)}\n`).join('\n');
  if (process.env['UPDATE_APPROVED'] === '1') writeFileSync(approved, text);
  assert.ok(existsSync(approved), `${approved} is missing; run with UPDATE_APPROVED=1 and read what it writes`);
  assert.fixture(text, readFileSync(approved, 'utf8'));
});

const line = (write: (logger: ReturnType<typeof createLogger>) => void): string => {
  let text = '';
  write(createLogger({ level: 'trace', destination: { write: (one) => void (text += one) } }));
  return text;
};

const lines: readonly (readonly [string, string, string])[] = [
  ['level and sentence', line((logger) => logger.info({ role: 'sink' }, 'started')), '  info  started\n'],
  [
    'the text of an error behind the sentence',
    line((logger) => logger.warn({ err: new Error('disk full') }, 'trying again')),
    '  warn  trying again: disk full\n',
  ],
  [
    'once, when the sentence has it already',
    line((logger) => logger.error({ err: new Error('disk full') }, 'sink: disk full')),
    '  error  sink: disk full\n',
  ],
  ['no sentence', line((logger) => logger.fatal({ a: 1 })), '  fatal  \n'],
  ['what is not of the logger passes as it is', 'plain text\n', 'plain text\n'],
  ['nor is JSON that is no log line', 'null\n', 'null\n'],
];

for (const [name, given, expected] of lines) {
  test(`a log line for a terminal: ${name}`, () => {
    assert.is(formatLogLine(given), expected);
  });
}

test.run();
