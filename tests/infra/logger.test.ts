import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogger, type Logger } from '../../infra/logger.ts';
import { makeApiKey } from '../../schemas/values/api-key.ts';

const { text: apiKey, keyId } = makeApiKey(randomBytes);
const secretPart = apiKey.slice(-20);

function logged(write: (logger: Logger) => void, level = 'info'): string {
  let text = '';
  write(createLogger({ level, destination: { write: (line) => void (text += line) } }));
  return text;
}

const hidden: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['authorization', { authorization: 'Bearer hidden' }],
  ['headers', { headers: { authorization: 'Bearer hidden', Authorization: 'hidden', cookie: 'hidden' } }],
  ['request with headers', { request: { headers: { authorization: 'hidden' } } }],
  ['note', { note: 'hidden' }],
  ['item with a note', { item: { note: 'hidden' } }],
  ['items with notes', { items: [{ note: 'hidden' }] }],
  ['key', { key: 'hidden' }],
  ['secret, password, token', { secret: 'hidden', password: 'hidden', token: 'hidden' }],
  ['error with a key', { err: Object.assign(new Error('no'), { key: 'hidden' }) }],
];

for (const [name, fields] of hidden) {
  test(`secrets do not reach a line: ${name}`, () => {
    const line = logged((logger) => logger.info(fields, 'said'));
    assert.not.match(line, /hidden/);
    assert.match(line, /\[redacted\]/);
    assert.match(line, /"msg":"said"/);
  });
}

test('secrets in the fields of a child logger do not reach a line', () => {
  const line = logged((logger) => logger.child({ authorization: 'hidden', role: 'api' }).info('said'));
  assert.not.match(line, /hidden/);
  assert.match(line, /"role":"api"/);
});

test('a key in a message, error, URL or nested text: its secret is redacted, its id stays', () => {
  for (const write of [
    (logger: Logger) => logger.info(`refused ${apiKey}`),
    (logger: Logger) => logger.warn({ err: new Error(`refused ${apiKey}`) }, 'no'),
    (logger: Logger) => logger.info({ url: `/me?x=${apiKey}&y=1` }, 'request'),
    (logger: Logger) => logger.info({ a: { b: { c: { d: [`Bearer ${apiKey}`] } } } }, 'deep'),
    (logger: Logger) => logger.child({ given: apiKey }).info('child'),
  ]) {
    const line = logged(write);
    assert.not.ok(line.includes(secretPart), line);
    assert.ok(line.includes(`attestry_${keyId}_[redacted]`), line);
    JSON.parse(line);
  }
});

test('text without keys is unchanged', () => {
  const line = logged((logger) => logger.info({ processor: 'attestry_sink', hash: 'a'.repeat(64) }, 'fine'));
  assert.match(line, /attestry_sink/);
  assert.match(line, /a{64}/);
});

test('lines below the level are dropped', () => {
  assert.is(
    logged((logger) => logger.info('quiet'), 'warn'),
    '',
  );
  assert.match(
    logged((logger) => logger.error('loud'), 'warn'),
    /loud/,
  );
});

test.run();
