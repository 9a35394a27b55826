/** A command whose event loop empties before it has ended. */
import { Command } from 'commander';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { main } from '../../../../cli/main.ts';
import { untilEnded } from '../../../../cli/program/process/until-ended.ts';
import { reached } from '../../../support/reached.ts';

const sentence = /^The command stopped before it had ended: .* Run it again/;

const never = new Promise<never>(() => undefined);

interface ProcessEnd {
  readonly code: typeof process.exitCode;
  readonly stderr: string;
}

/** What a process would write and exit with if its event loop emptied now. */
function whenLoopEmpties(known: ReadonlySet<unknown>): ProcessEnd {
  const write = process.stderr.write.bind(process.stderr);
  let stderr = '';
  process.stderr.write = (text: string | Uint8Array) => {
    stderr += String(text);
    return true;
  };
  try {
    for (const stopped of process.listeners('beforeExit').filter((one) => !known.has(one))) stopped.call(process, 0);
  } finally {
    process.stderr.write = write;
  }
  return { code: process.exitCode, stderr };
}

let known: ReadonlySet<unknown>;
let exitCode: typeof process.exitCode;
test.before.each(() => {
  known = new Set(process.listeners('beforeExit'));
  ({ exitCode } = process);
});
test.after.each(() => {
  process.exitCode = exitCode;
});
/** The test's own process ends without the sentence. */
function removeListeners(): void {
  for (const one of process.listeners('beforeExit')) if (!known.has(one)) process.off('beforeExit', one);
}

test('exit 70 with a sentence, also if the command has set another code', () => {
  for (const code of [undefined, 0, 2]) {
    process.exitCode = code;
    untilEnded(() => never).catch(assert.unreachable);
    const stopped = whenLoopEmpties(known);
    removeListeners();
    assert.is(stopped.code, 70);
    assert.match(stopped.stderr, sentence);
  }
});

test('a command that ends, or fails, has the code that it sets', async () => {
  await untilEnded(async () => {
    process.exitCode = 2;
  });
  assert.equal(whenLoopEmpties(known), { code: 2, stderr: '' });
  const error = await untilEnded(() => Promise.reject(new Error('no'))).catch((cause: unknown) => cause);
  assert.is(String(error), 'Error: no');
  assert.equal(whenLoopEmpties(known), { code: 2, stderr: '' });
});

test('every command of the program runs so', async () => {
  const parseAsync = Object.getOwnPropertyDescriptor(Command.prototype, 'parseAsync') ?? {};
  let isRunning = false;
  Command.prototype.parseAsync = () => {
    isRunning = true;
    return never;
  };
  try {
    main(['node', 'attestry', 'config', 'print']).catch(assert.unreachable);
    await reached('the command', () => isRunning);
    const stopped = whenLoopEmpties(known);
    assert.is(stopped.code, 70);
    assert.match(stopped.stderr, sentence);
  } finally {
    Object.defineProperty(Command.prototype, 'parseAsync', parseAsync);
    removeListeners();
  }
});

test.run();
