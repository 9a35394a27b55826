// rule: the reader of a document ends with its parent, also tests/infra/process/end-with-parent.test.ts
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readerLimits } from '../../../infra/reading/limits.ts';
import { startReader } from '../../../infra/reading/start-reader.ts';
import { nestedForms } from '../../support/pdf.ts';

test('the reader of a document ends when the pipe of its parent closes', async () => {
  const child = startReader({ class: 'pdf', charset: null }, readerLimits);
  child.stdin.on('error', () => undefined).end(nestedForms());
  (child.stdio[3] as Duplex).destroy();
  assert.equal(await once(child, 'exit'), [null, 'SIGKILL']);
});

test.run();
