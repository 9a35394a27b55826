// rule: concurrent registrations give each schema one id, also tests/infra/schema-registry/embedded.test.ts
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import { built } from '../../support/built.ts';

test('concurrent registrations of processes give each schema one id', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-registry-'));
  const engine = openEmbeddedEngine({ directory, partitions: 1 });
  const registerSome = `
    for (let n = 0; n < 30; n++) {
      const schema = JSON.stringify({ type: 'record', name: 'T' + n, fields: [{ name: 'a', type: 'string' }] });
      await schemas.register('s' + n, schema);
    }`;
  const module = built('infra/embedded-engine');
  const script = `
    const { openEmbeddedEngine } = await import(${JSON.stringify(module)});
    const { schemas, close } = openEmbeddedEngine({ directory: ${JSON.stringify(directory)}, partitions: 1 });
    ${registerSome}
    await close();`;
  const run = promisify(execFile);
  const child = (): Promise<unknown> => run(process.execPath, ['--input-type=module', '-e', script]);
  await Promise.all([child(), child()]);
  const ids = engine.schemas.subjects().flatMap((subject) => engine.schemas.versions(subject).map(({ id }) => id));
  assert.equal(
    ids.sort((a, b) => a - b),
    Array.from({ length: 30 }, (_, n) => n + 1),
  );
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

test.run();
