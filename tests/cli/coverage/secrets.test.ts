/** FD-13: what an operator sets is in no answer to a key holder. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createReadModel } from '../../../api/readmodel/dependencies.ts';
import { serviceStatus } from '../../../cli/service/health/service-status.ts';
import { coverageSources, runningSources } from '../../../cli/service/pages/coverage-sources.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import type { ChainHealth } from '../../../pipeline/publishers/chain/chain-health.ts';
import { hour, asset, assetId, issuer, now } from '../../api/records.ts';
import { sampleRegistryAsset } from '../../support/sample-assets.ts';
import { openPages, signIn, visit } from '../../explorer/harness.ts';
import { openWorkplace } from '../harness.ts';

const secret = '7c1f0be94d3a4e52b6d8a90f13c57e24';
const node = `https://eth-node-of-operator.example/v3/${secret}`;
const contact = 'duty-officer@operator-of-registry.example';
const planted = [secret, 'eth-node-of-operator', 'duty-officer', 'operator-of-registry', 'ATTESTRY_'];

const health: ChainHealth = {
  chain: 'ethereum',
  owned: true,
  stepMs: hour,
  quorum: 2,
  providers: [],
  block: null,
  problem: 'too_few_providers',
  message: 'fewer providers than the quorum answered',
  lastRound: null,
  assets: 1,
  unstated: 1,
  unreadable: [],
  rejected: 0,
};

for (const [title, environment, reasons] of [
  [
    'with a node and a contact',
    { ATTESTRY_RPC_ETHEREUM: `own=${node}`, ATTESTRY_DOCUMENTS_CONTACT: contact },
    ['too_few_providers', 'profile_unknown'],
  ],
  ['without them', {}, ['provider_missing', 'contact_missing']],
] as const) {
  test(`FD-13 no secret, node URL, contact or setting in an answer to a key holder, ${title}`, async () => {
    const place = await openWorkplace();
    const { config } = loadConfig({ ATTESTRY_DATA_DIR: place.config.dataDir, ...environment });
    const chains = new Map([['ethereum', health]]);
    const running = runningSources({ config, chosen: [], isDemo: false, attempts: new Map(), chains });
    let read: (() => Promise<object>) | null = null;
    const api = await openPages({
      coverageSources: coverageSources(config, () => running),
      health: {
        ready: () => ({ ok: true, failing: [] }),
        version: () => ({ name: 'attestry', version: '0.0.0', commit: null }),
        status: async () => (await read?.()) as never,
      },
    });
    const { coverage } = createReadModel(api.dependencies);
    read = async () =>
      serviceStatus({
        engine: place.engine,
        runs: { last: new Map(), good: new Map(), gone: new Map() },
        attempts: new Map(),
        isFetched: running.isFetched,
        documents: null,
        ticks: null,
        chains,
        coverage: await coverage.latest(),
        failing: [],
        standing: [],
        now,
      });
    try {
      const record = asset(1, { issuer: issuer() });
      const sources = [{ sourceId: 'terms', url: 'https://issuer.example/t', kind: 'terms', extractor: 'any-page' }];
      await api.declare(record);
      const { address, did, slug } = record;
      await api.fixture.project('registry.assets', [
        sampleRegistryAsset({ assetId: assetId(1), address, did, slug, sources }),
      ]);
      const key = await api.makeKey();
      const itemId = await api.watch(key, assetId(1));
      const cookie = await signIn(api, key.text);
      const answers = new Map<string, string>();
      for (const path of ['coverage', 'standing', 'changes'].map((name) => `/me/monitoring/${name}`)) {
        answers.set(path, JSON.stringify((await api.get(path, key.text)).body));
      }
      for (const path of ['/me/watchlist', '/me/notifications', '/status.json']) {
        answers.set(path, JSON.stringify((await api.get(path, key.text)).body));
      }
      const pages = [
        '/',
        '/watchlist',
        `/watchlist/${itemId}`,
        '/inbox',
        '/sources',
        `/verified-assets/${address}/ethereum`,
      ];
      for (const path of pages) answers.set(path, (await visit(api, path, { cookie })).text);
      for (const [path, text] of answers) {
        for (const one of planted) assert.not(text.includes(one), `${path} has ${one}`);
      }
      for (const path of ['/me/monitoring/coverage', '/status.json']) {
        for (const reason of reasons) assert.ok(answers.get(path)?.includes(`"${reason}"`), `${path} lacks ${reason}`);
      }
      // What the operator reads is there to be found, so the search above is no empty one.
      const next = (await coverage.installation()).reasons.map((one) => one.next).join('\n');
      assert.match(next, /ATTESTRY_/);
    } finally {
      await api.close();
      await place.close();
    }
  });
}

test.run();
