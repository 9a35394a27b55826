import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openEngine, prepareDataDirectory } from '../../../cli/engine/open-engine.ts';
import { ConfigurationError, loadConfig } from '../../../infra/config/config.ts';
import { openEnvironment } from '../../../infra/log/lmdb/environment.ts';
import { extentToCheck, recordOwner } from '../../../infra/log/check/last-end.ts';
import { runChildrenHere } from '../../support/children-here.ts';
import { attestry, silent } from '../harness.ts';

const prepare = (path: string): void => prepareDataDirectory(loadConfig({ ATTESTRY_DATA_DIR: path }).config);

/** The message of preparing a directory. */
function refusal(path: string): string {
  try {
    prepare(path);
  } catch (error) {
    return error instanceof ConfigurationError ? error.message : `another error: ${String(error)}`;
  }
  return 'no error';
}

const withScratch = async (body: (directory: string) => void | Promise<void>): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-data-'));
  try {
    await body(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

test('a data directory is created with its parents, and may exist already', () =>
  withScratch((directory) => {
    const path = join(directory, 'a', 'b', 'c');
    prepare(path);
    prepare(path);
    assert.ok(statSync(path).isDirectory());
    assert.equal(readdirSync(path), ['log']);
    assert.is(statSync(join(path, 'log')).mode & 0o777, 0o700);
  }));

test('a file, or a path below one, is no data directory', () =>
  withScratch((directory) => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'a'), join(file, 'a', 'b')]) {
      assert.match(refusal(path), `ATTESTRY_DATA_DIR: ${path} is not a directory that can be written (`);
    }
  }));

for (const path of ['/proc', '/proc/attestry', '/proc/attestry/data']) {
  test(`where the system creates no directories the error comes at once: ${path}`, () => {
    if (!existsSync('/proc/self')) return;
    assert.match(refusal(path), `ATTESTRY_DATA_DIR: ${path} is not a directory that can be written (`);
  });
}

test('a command that makes a log and appends nothing ends it cleanly; it does not do so with a log whose end is not known', () =>
  withScratch(async (directory) => {
    const { config } = loadConfig({ ATTESTRY_DATA_DIR: directory, ATTESTRY_TOPIC_PARTITIONS: '1' });
    await (await openEngine(config, silent)).close();
    assert.is(extentToCheck(directory, 0), null);
    rmSync(join(directory, 'log', 'last-end.json'));
    const startProcesses = runChildrenHere();
    try {
      await (await openEngine(config, silent)).close();
    } finally {
      startProcesses();
    }
    assert.is(extentToCheck(directory, 0), 'newest');
  }));

test('a log that another command has appended to meanwhile is not marked by the one that made it', () =>
  withScratch(async (directory) => {
    const { config } = loadConfig({ ATTESTRY_DATA_DIR: directory, ATTESTRY_TOPIC_PARTITIONS: '1' });
    const maker = await openEngine(config, silent);
    recordOwner(directory, null, 0);
    await maker.close();
    assert.is(extentToCheck(directory, 0), 'newest');
  }));

test('a directory of another data format: every command ends with 78 and one sentence', () =>
  withScratch(async (directory) => {
    const made = join(directory, 'made');
    const { config } = loadConfig({ ATTESTRY_DATA_DIR: made, ATTESTRY_TOPIC_PARTITIONS: '1' });
    await (await openEngine(config, silent)).close();
    for (const folder of ['data', 'accounts']) {
      const { meta, transaction } = openEnvironment(join(made, 'log', folder), false);
      await transaction(() => void meta.removeSync('dataFormat'));
    }
    // A thread keeps environments open: a copy is opened as by another process.
    const old = join(directory, 'old');
    cpSync(made, old, { recursive: true });
    const stored = () =>
      ['last-end.json', 'data/data.mdb', 'accounts/data.mdb'].map((name) =>
        readFileSync(join(old, 'log', name)).toString('base64'),
      );
    const atFirst = stored();
    const ports = ['HTTP', 'OPS', 'SQL', 'REGISTRY'].map((listener) => [`ATTESTRY_${listener}_PORT`, '0'] as const);
    const settings = Object.fromEntries([['ATTESTRY_DATA_DIR', old] as const, ...ports]);
    Object.assign(process.env, settings);
    try {
      for (const command of [
        ['status'],
        ['topics', 'list'],
        ['verify'],
        ['doctor'],
        ['keys', 'list'],
        ['backup', join(directory, 'backup')],
        ['tables', 'rebuild'],
        ['up'],
        ['serve'],
      ]) {
        const { code, stdout, stderr } = await attestry(...command);
        assert.is(code, 78, `${command.join(' ')}: ${stdout}${stderr}`);
        assert.match(
          stderr,
          `${old} was made by a build before 0.1.0; start with a new directory.\n`,
          `${command.join(' ')}: ${stderr}`,
        );
        assert.equal(stored(), atFirst, `${command.join(' ')} changes nothing`);
      }
      assert.equal(readdirSync(join(directory, 'backup')), [], 'no part of a copy is left');
    } finally {
      for (const name of Object.keys(settings)) Reflect.deleteProperty(process.env, name);
    }
  }));

test.run();
