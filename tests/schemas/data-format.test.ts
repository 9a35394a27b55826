/**
 * What is stored does not change without its number: data of another form would be read as if they were of this one. From the
 * first release on its parts are pinned one by one (tests/tools/release/published.test.ts), so that additions pass.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrationFiles, migrationsDirectory } from '../../infra/clickhouse/migrate/migration-files.ts';
import { packageRoot } from '../../infra/disk/package-root.ts';
import { ruleSetName } from '../../pipeline/documents/reading/rule-set.ts';
import { publishedRules } from '../../pipeline/changes/rule-sets.ts';
import { ruleSetHash } from '../../pipeline/impact/rulesets.ts';
import { obligations, rulesVersion } from '../../pipeline/obligations/v1/rules.ts';
import { dataFormat } from '../../schemas/data-format.ts';
import { committedSchemas } from '../../schemas/generated/schemas.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import { readPublished } from '../../tools/release/published/changed-since.ts';

/** Hash of what each data format stores. An entry is added for each number, and none changes. */
const hashes: Readonly<Record<number, string>> = {
  1: '2776dd29bbaae20e',
  2: '19899e2358a8a42a',
  3: 'f47d2bb91d5ccef1',
  4: 'cff26da97595c3ae',
};

/** State versions of processors and publishers, by the name of the file. */
function stateVersions(): readonly string[] {
  const folder = join(packageRoot(), 'pipeline');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const versions = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(/\bstateVersion(?:: | = )(\d+)/g)].map(([, version]) => `${basename(file)} ${version}`);
  });
  // A folder that moves changes nothing that is stored.
  return versions.sort();
}

const parts = {
  schemas: committedSchemas,
  migrations: migrationFiles(migrationsDirectory()).map(({ name, checksum }) => [name, checksum]),
  rules: [...publishedRules.sets.map(ruleSetHash), ruleSetName, rulesVersion, obligations],
  states: stateVersions(),
};

const published = readPublished()['data format'];

test('a changed schema, migration, rule set or version of a state raises the data format, until it is published', () => {
  if (published !== undefined) return;
  const hash = sha256Hex(JSON.stringify(parts)).slice(0, 16);
  assert.is(
    hashes[dataFormat],
    hash,
    `What data format ${dataFormat} stores has changed. Raise dataFormat in schemas/data-format.ts and add \`${dataFormat + 1}: '${hash}'\` here, once for all changes that are merged together; docs/runbooks/upgrade.md describes what users do then.`,
  );
});

test('no two data formats store the same', () => {
  assert.is(new Set(Object.values(hashes)).size, Object.keys(hashes).length);
  assert.equal(Object.keys(hashes).at(-1), String(dataFormat));
});

test('all parts are there', () => {
  assert.ok(Object.keys(parts.schemas).length > 20);
  assert.ok(parts.migrations.length > 10);
  assert.ok(parts.states.length > 10, parts.states.join());
});

test.run();
