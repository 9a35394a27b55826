/** What coverage reads again, and when: rows come from memory until something may have changed them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCoverageReader, type CoverageReader } from '../../../../api/readmodel/coverage/reader.ts';
import { createVersionTracker, type VersionTracker } from '../../../../api/readmodel/memory/versions.ts';
import type { TableReader } from '../../../../api/readmodel/tables/reader.ts';
import { createLogger } from '../../../../infra/logger.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { capture } from '../../../explorer/captures.ts';
import { type Harness, openHarness, testCoverageSources } from '../../harness.ts';
import { asset, assetId, now } from '../../records.ts';
import { registeredAsset, registeredParty } from '../../registry-port.ts';
import { observation } from '../standing/rows.ts';

let api: Harness;
/** The process that inserts the rows, and one that polls for them. */
let own: CoverageReader;
let other: CoverageReader;
let polled: VersionTracker;
let clockMs = now;
const queries: string[] = [];
const party = registeredParty({ name: 'Acme Euro S.A.' });
const declared = registeredAsset({ assetId: assetId(1), address: asset(1).address });

test.before(async () => {
  api = await openHarness();
  const clock = () => clockMs;
  const tables: TableReader = {
    query: (sql, parameters) => {
      queries.push(sql);
      return api.fixture.reader.query(sql, parameters);
    },
  };
  const logger = createLogger({ level: 'silent', destination: { write: () => undefined } });
  polled = createVersionTracker({ tables: api.fixture.reader, logger, clock, hasAllWrites: false, pollMs: 3_600_000 });
  await polled.start();
  const { registry } = api.dependencies;
  const given = { tables, registry, clock, coverageSources: testCoverageSources };
  own = createCoverageReader({ ...given, versions: api.versions });
  other = createCoverageReader({ ...given, versions: polled });
  await api.declare(asset(1), asset(2));
  await api.register(party, declared);
});
test.after(async () => {
  await polled.stop();
  await api.close();
});

const ids = [assetId(1)];
const textOf = async (reader: CoverageReader, part: string): Promise<string | undefined> =>
  (await reader.of(ids)).get(assetId(1))?.parts.find((one) => one.part === part)?.text;
const queriesOf = async (reader: CoverageReader, assetIds = ids): Promise<number> => {
  queries.length = 0;
  await reader.of(assetIds);
  return queries.length;
};

test('a second reading of a token is no query, and after a second two: the newest files and fetches', async () => {
  assert.ok((await queriesOf(own)) > 2);
  assert.is(await queriesOf(own), 0);
  clockMs += 1_000;
  assert.is(await queriesOf(own), 2);
  clockMs += 10_000;
  assert.ok((await queriesOf(own)) > 2, 'a reading that repeats what is known is no version');
  assert.ok((await queriesOf(own, [assetId(1), assetId(2)])) > 0, 'the second was not read yet');
  assert.is(await queriesOf(own, [assetId(2), assetId(1)]), 0);
});

test('a declaration counts in the next reading of the process that inserts it', async () => {
  assert.match(String(await textOf(own, 'documents')), /No document is declared/);
  const source = { sourceId: 'terms', url: 'https://issuer.example/terms', kind: 'terms', extractor: 'any-page' };
  await api.register({ ...declared, sources: [source] as typeof declared.sources });
  assert.match(String(await textOf(own, 'documents')), /issuer\.example/);
  await api.register({ ...declared, issuerId: party.partyId, sources: [] });
  assert.match(String(await textOf(own, 'documents')), /No document is declared/);
});

test('a declaration of a party counts for its tokens, too', async () => {
  const vouched = { by: 'Reviewer', why: 'Read its file', evidence: [] };
  await api.declare(asset(1, { position: 90, issuer: { ...asset(1).issuer, kyiStatus: 'verified' } as never }));
  await api.register({ ...declared, issuerId: party.partyId, vouched });
  assert.match(String(await textOf(own, 'issuer')), /not recorded|no declaration/i);
  await api.register({ ...party, vouched });
  assert.not.match(String(await textOf(own, 'issuer')), /not recorded|no declaration/i);
});

test('a process that polls reads a declaration once its poll has found it', async () => {
  await polled.refresh();
  assert.match(String(await textOf(other, 'documents')), /No document is declared/);
  assert.is(await queriesOf(other), 0);
  const source = { sourceId: 'page', url: 'https://issuer.example/page', kind: 'page', extractor: 'any-page' };
  await api.register({ ...declared, issuerId: party.partyId, sources: [source] as typeof declared.sources });
  await polled.refresh();
  assert.match(String(await textOf(other, 'documents')), /issuer\.example/);
});

test('a process whose last poll is old takes nothing from memory', async () => {
  await polled.refresh();
  await other.of(ids);
  assert.is(await queriesOf(other), 0);
  clockMs += 1_500;
  assert.ok((await queriesOf(other)) > 2);
});

test('a change of the token and a fetch of a document count, each once it is in the tables', async () => {
  await own.of(ids);
  await api.fixture.project('observations', [observation({ observedAt: now })]);
  await api.declare(asset(1, { position: 91 }));
  assert.ok((await queriesOf(own)) > 2);
  const url = 'https://issuer.example/page';
  await api.fixture.project('document.captures', [capture(sha256Hex(url), 1, { url, asOf: clockMs })]);
  clockMs += 1_000;
  assert.ok((await queriesOf(own)) > 2);
});

test.run();
