import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { whatIsMissing } from '../../../tools/local/programs.ts';

interface Program {
  readonly stdout: string;
  readonly stderr: string;
}

const java = (version: string): Program => ({ stdout: '', stderr: `openjdk version "${version}" 2024-01-16` });
const mvn: Program = { stdout: 'Apache Maven 3.9.6', stderr: '' };

const cases: readonly (readonly [
  title: string,
  programs: Readonly<Record<string, Program>>,
  message: RegExp | null,
])[] = [
  ['nothing at all', {}, /^Java is missing: install .* Java 17/],
  ['Maven alone', { mvn }, /^Java is missing/],
  ['an old Java', { java: java('11.0.22'), mvn }, /^Java 11 is too old/],
  ['Java without Maven', { java: java('17.0.10') }, /^Maven is missing/],
  ['both', { java: java('21'), mvn }, null],
];
for (const [title, programs, message] of cases) {
  test(`${title}: ${message === null ? 'nothing is missing' : 'the remedy is printed'}`, async () => {
    const found = await whatIsMissing('/nothing-here', async (file) => {
      const program = programs[file];
      if (program === undefined) throw new Error(`spawn ${file} ENOENT`);
      return program;
    });
    if (message === null) assert.is(found, null);
    else assert.match(found ?? '', message);
  });
}

test('a machine without programs has no Java', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attestry-local-'));
  const path = process.env['PATH'];
  try {
    process.env['PATH'] = folder;
    assert.match((await whatIsMissing(folder)) ?? '', /^Java is missing/);
  } finally {
    process.env['PATH'] = path;
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
