/**
 * A later build opens the log of every release and folds the same records from it. None is kept until the first release, so
 * the same is stated of a small log that this build wrote.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { takeBackup } from '../../../infra/backup/take-backup.ts';
import { packFiles, unpackFiles } from '../../../tools/release/kept/packed-files.ts';
import { makeKept } from '../../../tools/release/kept/make-kept.ts';
import { messageOf } from '../../cli/harness.ts';
import { declared, declaredParty, status } from '../../pipeline/changes/builders.ts';
import { authorityFact, wallet } from '../../pipeline/changes/families/chain/chain-scenarios.ts';
import { bothSets, openFoldedWorld } from '../../support/folded-world.ts';
import { appendValues } from '../../../cli/log/append.ts';
import { keptLogs, type Refold, refoldKept, withUnpacked } from './kept-logs.ts';

const parent = mkdtempSync(join(tmpdir(), 'attestry-kept-'));
test.after(() => rmSync(parent, { recursive: true, force: true }));

/** A log with changes of a token; `tamper` may append what no fold writes. */
async function smallLog(name: string, tamper = false): Promise<Buffer> {
  const world = await openFoldedWorld(bothSets);
  try {
    const moved = authorityFact(12, 'owner', { address: wallet('2') });
    await world.append(declaredParty(1), declared(1), status('active', 10), authorityFact(11, 'owner', {}), moved);
    await world.fold();
    const [change] = await world.changes();
    if (change === undefined) throw new Error('nothing changed');
    if (tamper) await appendValues(world.engine, 'changes', [{ value: { ...change, id: 'own:a' }, timestamp: 12 }]);
    const { dataDir, topicPrefix } = world.config;
    const to = join(parent, name);
    const { files } = await takeBackup({
      dataDir,
      topicPrefix,
      to,
      artifactsElsewhere: null,
      program: '0',
      clock: () => 0,
    });
    return packFiles(
      to,
      files.map(({ path }) => path),
    );
  } finally {
    await world.close();
  }
}

/** What a later build adds to an old log is not on it yet. */
const other = ({ differences }: Refold): readonly object[] => differences.filter(({ kind }) => kind !== 'lost');

test('a log that this build packed is opened and folded to the same records', async () => {
  const refolded = await refoldKept(await smallLog('small'));
  assert.equal(refolded.differences, []);
  assert.ok(refolded.compared > 3);
  assert.is(refolded.observations, 5);
  assert.is(refolded.wrong, 0);
});

test('a log with a change that this build does not fold is found', async () => {
  const refolded = await refoldKept(await smallLog('tampered', true));
  assert.equal(other(refolded), [{ topic: 'changes', key: 'own:a#0', kind: 'invented' }]);
});

for (const [name, packed] of keptLogs()) {
  test(`${name} is opened and folded to the same records`, async () => {
    const refolded = await refoldKept(packed);
    assert.equal(other(refolded), []);
    assert.is(refolded.wrong, 0);
    for (const amount of [refolded.compared, refolded.verdicts, refolded.observations]) assert.ok(amount > 100);
  });
}

test('packed files are the same when they are unpacked, and a packed file that lost its end is refused', async () => {
  const folder = join(parent, 'small');
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : [],
  );
  const packed = packFiles(folder, paths);
  await withUnpacked(packed, async (directory) => {
    for (const path of paths)
      assert.ok(readFileSync(join(directory, path)).equals(readFileSync(join(folder, path))), path);
  });
  assert.throws(() => unpackFiles(packed.subarray(0, packed.length / 2), join(parent, 'half')));
});

test('what a release has kept is never written again', async () => {
  for (const [part, file] of [
    ['logs', '0.1.0.br'],
    ['bundles', '0.1.0-register.json'],
  ] as const) {
    const folder = mkdtempSync(join(parent, 'kept-'));
    mkdirSync(join(folder, part));
    writeFileSync(join(folder, part, file), '');
    assert.match(await messageOf(makeKept(parent, '0.1.0', folder)), `${file} is kept already`);
  }
});

test.run();
