// rule: no log line is lost when a process ends, also tests/cli/program/output/log-writer.test.ts
import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loaderArguments, moduleUrl } from '../../../support/module-url.ts';

const module = moduleUrl('cli/program/output/log-writer.ts');
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
