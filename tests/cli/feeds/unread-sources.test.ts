import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lineOf } from '../../../cli/doctor/check.ts';
import { unreadChecks } from '../../../cli/doctor/unread-notes.ts';
import { countDeclared, declaredInTables } from '../../../cli/feeds/declared-counts.ts';
import { unreadLines, unreadSources } from '../../../cli/feeds/unread-sources.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import type { RegistryAsset } from '../../../schemas/generated/records.ts';
import { sampleRegistryAsset } from '../../support/sample-assets.ts';
import { openTablesFixture } from '../../support/tables-fixture.ts';

const source = (url: string) => ({ sourceId: 'terms', url, kind: 'terms', extractor: 'terms' });
const asset = (assetId: string, over: Partial<RegistryAsset>): RegistryAsset =>
  sampleRegistryAsset({ assetId, ...over });

/** Three documents, one of them declared twice, on chains of which one is never observed. */
const assets: readonly RegistryAsset[] = [
  asset('a', { sources: [source('https://a.example/1'), source('https://a.example/2')] }),
  asset('b', { chain: 'base', sources: [source('https://a.example/2')] }),
  asset('c', { chain: 'base', sources: [source('https://c.example/3')] }),
  asset('d', { chain: 'xrpl' }),
  asset('e', { chain: 'solana', status: 'withdrawn', sources: [source('https://e.example/4')] }),
];
const declared = countDeclared(assets);

const linesWith = (environment: Readonly<Record<string, string>>, demo = false): readonly string[] =>
  unreadLines(unreadSources(declared, loadConfig(environment).config, demo));

test('without settings, documents and each chain with assets are named with the setting', () => {
  assert.equal(linesWith({}), [
    '3 documents are not fetched: ATTESTRY_DOCUMENTS_CONTACT is not set',
    '2 assets on base are not read: ATTESTRY_RPC_BASE is not set',
    '1 asset on ethereum is not read: ATTESTRY_RPC_ETHEREUM is not set',
    '1 asset on xrpl is not read: this version does not observe that chain',
  ]);
});

test('what the settings fetch is not named, nor what nothing declares', () => {
  const set = { ATTESTRY_DOCUMENTS_CONTACT: 'ops@issuer.example', ATTESTRY_RPC_BASE: 'own=http://127.0.0.1:8545' };
  assert.equal(
    linesWith(set).map((line) => line.split(' ')[3]),
    ['ethereum', 'xrpl'],
  );
  assert.equal(unreadSources(countDeclared([]), loadConfig({}).config), []);
});

test('documents that are switched off, by the setting or by --demo, are named with the reason', () => {
  const contact = { ATTESTRY_DOCUMENTS_CONTACT: 'ops@issuer.example' };
  const off = { ...contact, ATTESTRY_DOCUMENTS: 'off' };
  assert.is(linesWith(off)[0], '3 documents are not fetched: ATTESTRY_DOCUMENTS is off');
  assert.is(linesWith(off, true)[0], '3 documents are not fetched: ATTESTRY_DOCUMENTS is off');
  assert.is(linesWith(contact, true)[0], '3 documents are not fetched: with --demo ATTESTRY_DOCUMENTS is off');
  assert.match(linesWith({ ...contact, ATTESTRY_DOCUMENTS: 'on' }, true)[0] ?? '', /^2 assets on base/);
});

test('doctor notes them, with the remedy, and passes', () => {
  const checks = unreadChecks(unreadSources(declared, loadConfig({}).config));
  assert.ok(checks.every(({ ok }) => ok));
  const [documents = '', base = ''] = checks.map(lineOf);
  assert.match(
    documents,
    /^note documents: 3 declared, not fetched: ATTESTRY_DOCUMENTS_CONTACT is not set; set ATTESTRY_/,
  );
  assert.match(
    base,
    /^note chain base: 2 assets, not read: ATTESTRY_RPC_BASE is not set; set ATTESTRY_RPC_BASE to label=/,
  );
});

test('the tables of a running service have the same counts', async () => {
  const tables = await openTablesFixture();
  try {
    assert.equal(await declaredInTables(tables.reader), { documents: 0, assetsOf: new Map() });
    // Declared again: only the newest declaration of an asset counts.
    await tables.project('registry.assets', [asset('a', { sources: [source('https://gone.example')] }), ...assets]);
    const found = await declaredInTables(tables.reader);
    assert.is(found.documents, declared.documents);
    assert.equal([...found.assetsOf].sort(), [...declared.assetsOf].sort());
  } finally {
    await tables.close();
  }
});

test.run();
