import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogWriter } from '../../../../cli/program/output/log-writer.ts';
import { reached } from '../../../support/reached.ts';

test('lines of one turn are written together, in their order', async () => {
  const written: string[] = [];
  const write = createLogWriter({ write: (text) => written.push(text) });
  write('one\n');
  write('two\n');
  assert.equal(written, []);
  await reached('the end of the turn', () => written.length > 0);
  write('three\n');
  await reached('the end of the next turn', () => written.length > 1);
  assert.equal(written, ['one\ntwo\n', 'three\n']);
});

test('an error is written at once, after the waiting lines; no write is longer than a pipe accepts atomically', async () => {
  const written: string[] = [];
  const write = createLogWriter({ write: (text) => written.push(text) });
  write('{"level":30,"msg":"first"}\n');
  write('{"level":50,"msg":"no"}\n');
  assert.equal(written, ['{"level":30,"msg":"first"}\n{"level":50,"msg":"no"}\n']);
  const line = `${'x'.repeat(1_500)}\n`;
  for (let count = 0; count < 5; count += 1) write(line);
  await reached('the end of the turn', () => written.length > 3);
  assert.equal(written.slice(1), [line + line, line + line, line]);
});

test('a terminal gets sentences', async () => {
  const written: string[] = [];
  createLogWriter({ isTTY: true, write: (text) => written.push(text) })('{"level":40,"msg":"slow"}\n');
  await reached('the end of the turn', () => written.length > 0);
  assert.equal(written, ['  warn  slow\n']);
});

test('nothing is lost when the process ends in the same turn', () => {
  const before = new Set(process.listeners('exit'));
  const written: string[] = [];
  createLogWriter({ write: (text) => written.push(text) })('last words\n');
  assert.equal(written, []);
  for (const onExit of process.listeners('exit').filter((one) => !before.has(one))) onExit.call(process, 1);
  assert.equal(written, ['last words\n']);
});

test.run();
