// rule: what a cluster on this machine requires is named when it is missing, also tests/tools/local/programs.test.ts
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { whatIsMissing } from '../../../tools/local/programs.ts';

/** The message on a machine with only these programs, each of them a shell script. */
async function toldWith(programs: Readonly<Record<string, string>>): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'attestry-local-'));
  const path = process.env['PATH'];
  try {
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    process.env['PATH'] = folder;
    return await whatIsMissing(join(folder, 'nothing-here'));
  } finally {
    process.env['PATH'] = path;
    rmSync(folder, { recursive: true, force: true });
  }
}

const java = (version: string): string => `echo 'openjdk version "${version}" 2024-01-16' >&2`;

const cases: readonly (readonly [title: string, programs: Readonly<Record<string, string>>, told: RegExp | null])[] = [
  ['nothing at all', {}, /^Java is missing: install .* Java 17/],
  ['Maven alone', { mvn: 'exit 0' }, /^Java is missing/],
  ['an old Java', { java: java('11.0.22'), mvn: 'exit 0' }, /^Java 11 is too old/],
  ['a Java that does not start', { java: 'exit 1', mvn: 'exit 0' }, /^Java is missing/],
  ['Java without Maven', { java: java('17.0.10') }, /^Maven is missing/],
  ['both', { java: java('21'), mvn: 'exit 0' }, null],
];
for (const [title, programs, told] of cases) {
  test(`${title}: ${told === null ? 'nothing is missing' : 'the remedy is printed'}`, async () => {
    const found = await toldWith(programs);
    if (told === null) assert.is(found, null);
    else assert.match(found ?? '', told);
  });
}

test.run();
