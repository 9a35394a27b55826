/** The examples of `--help` that read, each run against the demo. `help-examples.long.test.ts` runs those that write. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commandExamples } from '../../cli/command-examples.ts';
import { sharedDemo } from '../support/shared-demo.ts';
import { idsOf, prepareFiles, reading, runExamples, services, withoutService, writing } from './help-examples.ts';

const demo = sharedDemo();
const folder = mkdtempSync(join(tmpdir(), 'attestry-help-'));
let inPlace: (word: string) => string = (word) => word;

test.before(async () => {
  await demo.start();
  const [files, ids] = [prepareFiles(folder), await idsOf(demo.sandbox)];
  inPlace = (word) => files(ids(word));
});
test.after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await demo.end();
});

/** The service has a free port; a reader has the one of the settings. */
const portOfDemo = () => ({ ATTESTRY_HTTP_PORT: new URL(demo.service().httpUrl).port });

test('every example is run by a test, or is a command that other tests start', () => {
  assert.equal([...reading, ...writing, ...withoutService, ...services].sort(), Object.keys(commandExamples).sort());
});

for (const path of reading) {
  test(`C-01 the examples of ${path} run as printed`, () =>
    runExamples(path, (words) =>
      path === 'open' ? demo.sandbox.cliWith(portOfDemo(), ...words) : demo.sandbox.cli(...words.map(inPlace)),
    ));
}

test.run();
