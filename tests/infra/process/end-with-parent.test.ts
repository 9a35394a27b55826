import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startReader } from '../../../infra/reading/start-reader.ts';
import { readerLimits } from '../../../infra/reading/limits.ts';
import { loaderArguments, moduleUrl } from '../../support/module-url.ts';
import { nestedForms } from '../../support/pdf.ts';

test('a process that computes ends when the pipe of its parent closes', async () => {
  const file = fileURLToPath(moduleUrl('tests/support/computing-child.ts'));
  const child = spawn(process.execPath, [...loaderArguments, file], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  await once(child.stdout as Duplex, 'data');
  (child.stdio[3] as Duplex).destroy();
  assert.equal(await once(child, 'exit'), [null, 'SIGKILL']);
});

test('the reader of a document ends when the pipe of its parent closes', async () => {
  const child = startReader({ class: 'pdf', charset: null }, readerLimits);
  child.stdin.on('error', () => undefined).end(nestedForms());
  (child.stdio[3] as Duplex).destroy();
  assert.equal(await once(child, 'exit'), [null, 'SIGKILL']);
});

test.run();
