/** `attestry coverage` on a data directory whose service does not run, with tables on a server. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import { type MonitoredSources, monitoredLine, readMonitored } from '../../../cli/coverage/monitored.ts';
import { openServiceTables } from '../../../cli/service/tables/service-tables.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { wordsOf } from '../../../schemas/coverage/reasons.ts';
import { asset, assetId, issuer, now } from '../../api/records.ts';
import { openTablesServer, type TablesServer } from '../../support/shared-tables-server.ts';
import { sampleRegistryAsset } from '../../support/sample-assets.ts';
import { fill } from '../commands/filled-tables.ts';
import { attestry, openWorkplace, type Workplace } from '../harness.ts';

let place: Workplace;
let server: TablesServer;

test.before(async () => {
  place = await openWorkplace();
  server = await openTablesServer();
  const settings = { ATTESTRY_DATA_DIR: place.config.dataDir, ATTESTRY_CLICKHOUSE_URL: server.url };
  Object.assign(process.env, settings, { ATTESTRY_TOPIC_PARTITIONS: '2' });
  const { engine } = place;
  const { config } = loadConfig(process.env);
  const record = asset(1, { issuer: issuer() });
  const { address, did } = record;
  const sources = [{ sourceId: 'terms', url: 'https://issuer.example/terms', kind: 'terms', extractor: 'any-page' }];
  const declared = sampleRegistryAsset({ assetId: assetId(1), address, did, slug: record.slug, sources });
  await appendValues(engine, 'registry.assets', [{ value: declared, timestamp: now }]);
  await appendValues(engine, 'asset.records', [{ value: record, timestamp: now }]);
  const tables = await openServiceTables(config, engine.log.logId);
  try {
    await fill(engine, tables);
  } finally {
    await tables.close();
  }
});
test.after(async () => {
  await server.close();
  await place.close();
});

interface TokenAnswer {
  readonly parts: readonly { readonly part: string; readonly reason: string | null; readonly text: string }[];
}

test('FD-12 coverage without a service: what the log shows, in the same words; no setting is guessed, and a text without a token is refused', async () => {
  const { code, stdout, stderr } = await attestry('coverage', asset(1).address, 'nothing-of-this-name', '--json');
  assert.is(code, 1, 'the second text names no token');
  assert.match(stderr, /^no service runs: from the log alone\n.*nothing-of-this-name names no token of this registry/);
  const { parts } = JSON.parse(stdout) as TokenAnswer;
  assert.equal(
    parts.map(({ part, reason }) => `${part} ${reason}`),
    [
      'chain never_read',
      'issuer null',
      'registers no_identifier',
      'sanctions nothing_to_compare',
      'documents never_fetched',
    ],
  );
  assert.is(parts[4]?.text, wordsOf('never_fetched', { name: 'issuer.example', remedy: '' }).text);
  const all = await attestry('coverage');
  assert.equal([all.code, all.stderr], [0, 'no service runs: from the log alone\n']);
  assert.match(all.stdout, /^Monitors 1 token, 1 in part\.\n/);
  assert.ok(all.stdout.split('\n').some((line) => line.startsWith('documents  never_fetched  ')));
});

test('the last line of a start names the first reason that a setting mends', () => {
  const reason = { part: 'chain', assets: 2, reason: 'provider_missing' } as const;
  const words = wordsOf('provider_missing', { name: 'Ethereum', remedy: 'ATTESTRY_RPC_ETHEREUM' });
  const counts = { assets: 3, full: 1, partial: 2, none: 0 };
  const declare = {
    part: 'documents',
    assets: 2,
    reason: 'none_declared',
    text: 'No document is declared.',
    next: '',
  } as const;
  assert.is(
    monitoredLine({ ...counts, reasons: [{ ...reason, ...words }] }),
    'Monitors 3 tokens, 2 in part. The service does not read Ethereum (ATTESTRY_RPC_ETHEREUM)',
  );
  assert.is(
    monitoredLine({ ...counts, reasons: [declare, { ...reason, ...words }] }),
    'Monitors 3 tokens, 2 in part. The service does not read Ethereum (ATTESTRY_RPC_ETHEREUM); npx attestry coverage has 1 other reason',
  );
  assert.is(monitoredLine({ assets: 3, full: 3, partial: 0, none: 0, reasons: [] }), 'Monitors 3 tokens');
  assert.match(
    monitoredLine({ assets: 0, full: 0, partial: 0, none: 0, reasons: [] }),
    /^No token is declared: npx attestry asset add TOKEN, then npx attestry keys create/,
  );
});

/** What a start states of so many tokens, and how often their coverage was counted. */
async function stateMonitored(tokens: number, declared: number, areMore = false) {
  let counts = 0;
  const all = Array.from({ length: tokens }, () => ({ isWithdrawn: false }));
  const line = await readMonitored({
    registry: {
      all: () => all as unknown as ReturnType<MonitoredSources['registry']['all']>,
      untilCurrent: () => null,
    },
    coverage: {
      installation: async () => {
        counts += 1;
        return { assets: tokens, full: tokens, partial: 0, none: 0, reasons: [] };
      },
    },
    declared,
    areMore,
  });
  return { line, counts };
}

test('the end of a start states tokens that are not served yet, and counts no coverage of many', async () => {
  const cases: readonly (readonly [Parameters<typeof stateMonitored>, string, number])[] = [
    [[668, 700, true], 'Monitors 668 tokens so far: more are declared', 0],
    [[668, 20_000], 'Monitors 668 of 20000 declared tokens so far', 0],
    [[0, 1], 'Monitors 0 of 1 declared token so far', 0],
    [[2_000, 2_000], 'Monitors 2000 tokens', 1],
    [[2_001, 2_001], 'Monitors 2001 tokens; npx attestry coverage states how much of them is read', 0],
  ];
  for (const [given, line, counts] of cases) {
    assert.equal(await stateMonitored(...given), { line, counts });
  }
});

test.run();
