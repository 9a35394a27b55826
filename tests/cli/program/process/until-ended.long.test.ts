/** A command whose event loop empties before it has ended, in a process of its own. */
// rule: a command never stops without a sentence and exit 70, also tests/cli/program/process/until-ended.test.ts
import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loaderArguments, moduleUrl } from '../../../support/module-url.ts';

/** Runs a script as a module in a process of its own. */
const run = (script: string) =>
  spawnSync(process.execPath, [...loaderArguments, '--input-type=module', '--eval', script], { encoding: 'utf8' });

const untilEnded = `import { untilEnded } from ${JSON.stringify(moduleUrl('cli/program/process/until-ended.ts'))};`;
const sentence = /^The command stopped before it had ended: .* Run it again/;

test('exit 70 with a sentence, also if the command has set another code or has written its first lines', () => {
  for (const before of ['', 'process.exitCode = 0;', "process.stdout.write('first\\n');"]) {
    const { status, stderr } = run(`${untilEnded} ${before} await untilEnded(() => new Promise(() => {}));`);
    assert.is(status, 70, before);
    assert.match(stderr, sentence);
  }
});

test('a command that ends, or fails, has the code that it sets', () => {
  const ended = run(`${untilEnded} await untilEnded(async () => { process.exitCode = 2; });`);
  assert.equal([ended.status, ended.stderr], [2, '']);
  const failed = run(`${untilEnded} await untilEnded(async () => { throw new Error('no'); }).catch(() => {});`);
  assert.equal([failed.status, failed.stderr], [0, '']);
});

test('every command of the program runs so', () => {
  const { status, stdout, stderr } = run(
    [
      `import { Command } from ${JSON.stringify(import.meta.resolve('commander'))};`,
      `import { main } from ${JSON.stringify(moduleUrl('cli/main.ts'))};`,
      'Command.prototype.parseAsync = () => new Promise(() => {});',
      "await main(['node', 'attestry', 'config', 'print']);",
    ].join('\n'),
  );
  assert.equal([status, stdout], [70, '']);
  assert.match(stderr, sentence);
});

test.run();
