import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogWriter } from '../../../cli/program/log-writer.ts';
import { loaderArguments, moduleUrl } from '../../support/module-url.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('lines of one turn are written together, in their order', async () => {
  const written: string[] = [];
  const write = createLogWriter({ write: (text) => written.push(text) });
  write('one\n');
  write('two\n');
  assert.equal(written, []);
  await turn();
  write('three\n');
  await turn();
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
  await turn();
  assert.equal(written.slice(1), [line + line, line + line, line]);
});

test('a terminal gets sentences', async () => {
  const written: string[] = [];
  createLogWriter({ isTTY: true, write: (text) => written.push(text) })('{"level":40,"msg":"slow"}\n');
  await turn();
  assert.equal(written, ['  warn  slow\n']);
});

const module = moduleUrl('cli/program/log-writer.ts');
const endings: readonly (readonly [string, string])[] = [
  ['exits', 'process.exit(1)'],
  ['throws', 'throw new Error("end")'],
  ['ends', ''],
];
for (const [name, ending] of endings) {
  test(`nothing is lost when the process ${name} in the same turn`, () => {
    const script = `import(${JSON.stringify(module)}).then(({ createLogWriter }) => {
      createLogWriter(process.stderr)('last words\\n');
      ${ending}
    });`;
    const { stderr } = spawnSync(process.execPath, [...loaderArguments, '-e', script], { encoding: 'utf8' });
    assert.match(stderr, /last words/);
  });
}

test.run();
