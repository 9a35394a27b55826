import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loaderArguments, moduleUrl } from '../../support/module-url.ts';

test('a process that computes ends when the pipe of its parent closes', async () => {
  const file = fileURLToPath(moduleUrl('tests/support/computing-child.ts'));
  const child = spawn(process.execPath, [...loaderArguments, file], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  await once(child.stdout as Duplex, 'data');
  (child.stdio[3] as Duplex).destroy();
  assert.equal(await once(child, 'exit'), [null, 'SIGKILL']);
});

/** Programs that compute for their parent, and the descriptor of the pipe whose other end the parent alone has. */
const programs = { 'infra/reading/reader-process': 3, 'infra/log/lmdb/log-check': 0 } as const;

for (const [program, fd] of Object.entries(programs)) {
  test(`${program} ends with its parent`, () => {
    const text = readFileSync(new URL(`../../../${program}.ts`, import.meta.url), 'utf8');
    // The first statement, so that nothing is computed before.
    const [, first = ''] = /^(?!import |\/\/|\/\*| \*|\}|  \w+,)(\S.*)$/m.exec(text) ?? [];
    assert.is(first, `endWithParent(${fd});`);
  });
}

test.run();
