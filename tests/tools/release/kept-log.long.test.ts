/**
 * The command that keeps a release's log and bundles, and the built program on each kept log: it starts, folds states of another
 * version again, and verifies. Needs `npm run build`.
 */
// rule: a later build opens the log of every release and folds the same records from it, also tests/tools/release/kept-log.test.ts
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openEnvironment } from '../../../infra/log/lmdb/environment.ts';
import { packageRoot } from '../../../infra/disk/package-root.ts';
import { consumers } from '../../../pipeline/processors/catalogue.ts';
import { outputOf } from '../../../tools/release/commands.ts';
import { makeKept } from '../../../tools/release/kept/make-kept.ts';
import { roleSettings, startRole } from '../../../tools/release/start-roles.ts';
import { program } from '../../support/built.ts';
import { keptLogs, refoldKept, withUnpacked } from './kept-logs.ts';

const parent = mkdtempSync(join(tmpdir(), 'attestry-kept-'));
const root = packageRoot();
test.after(() => rmSync(parent, { recursive: true, force: true }));

/** The only log that this build can have kept before the first release. */
let made: Buffer | undefined;

test('npm run release:keep packs the log of the demo, and a proven bundle of each category that it has', async () => {
  const sentences = await makeKept(root, '0.0.0', parent);
  assert.is(sentences.filter((sentence) => sentence.includes('made-up ones')).length, 2, sentences.join('\n'));
  assert.equal(readdirSync(join(parent, 'bundles')).sort(), [
    '0.0.0-disclosure_field.json',
    '0.0.0-party_edge.json',
    '0.0.0-register.json',
    '0.0.0-sanctions.json',
  ]);
  made = readFileSync(join(parent, 'logs', '0.0.0.br'));
  const refolded = await refoldKept(made);
  assert.equal(refolded.differences, []);
  assert.is(refolded.wrong, 0);
  for (const amount of [refolded.compared, refolded.verdicts, refolded.observations]) assert.ok(amount > 100);
});

/** States of another version, as a later build finds them. */
async function outdateStates(directory: string): Promise<void> {
  for (const environment of ['data', 'accounts'] as const) {
    const opened = openEnvironment(join(directory, 'log', environment), false);
    for (const { name } of consumers.filter((one) => one.environment === environment && !one.name.endsWith('sink'))) {
      opened.transactionSync(() => opened.positions.putSync([`attestry.${name}`], 4_711));
    }
    await opened.close();
  }
}

const verifies = (packed: Buffer, prepare: (directory: string) => Promise<void>): Promise<void> =>
  withUnpacked(packed, async (directory) => {
    await prepare(directory);
    const settings = roleSettings(directory);
    const run = (...rest: readonly string[]) =>
      outputOf(dirname(directory), [process.execPath, program, ...rest], settings);
    const { end } = await startRole(dirname(directory), [process.execPath, program, 'up', '--json'], settings);
    try {
      await run('wait', '--idle', '--timeout', '600');
    } finally {
      await end();
    }
    const report = JSON.parse(await run('verify', '--json')) as Record<'lost' | 'duplicate' | 'differing', number>;
    assert.equal([report.lost, report.duplicate, report.differing], [0, 0, 0]);
  });

test('the demo that this build kept is upgraded and verified, with states of another version', async () => {
  if (made === undefined) throw new Error('nothing was kept');
  await verifies(made, outdateStates);
});

for (const [name, packed] of keptLogs()) {
  test(`${name} is upgraded and verified`, () => verifies(packed, async () => undefined));
}

test.run();
