import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createReadModel } from '../../../api/readmodel/dependencies.ts';
import type { CoverageSources, RunningSources } from '../../../api/readmodel/coverage/sources.ts';
import { answerCoverage, coverageAsked, coveragePath } from '../../../cli/coverage/answer-coverage.ts';
import { installationText, tokenText } from '../../../cli/coverage/describe-coverage.ts';
import { coverageChecks } from '../../../cli/doctor/coverage-notes.ts';
import type { CoverageReason } from '../../../schemas/coverage/reasons.ts';
import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { type Harness, type TestKey, testCoverageSources } from '../../api/harness.ts';
import { asset, assetId, hour, issuer, now } from '../../api/records.ts';
import { observation, run, subjects } from '../../api/readmodel/standing/rows.ts';
import { capture } from '../../explorer/captures.ts';
import { openPages, signIn, textOf, visit } from '../../explorer/harness.ts';

let api: Harness;
let key: TestKey;
let cookie: string;
let itemId: string;
/** What the process fetches, and what coverage is measured by; cases replace a part. */
let running: RunningSources;
let measured: Pick<CoverageSources, 'chains' | 'registers'> = testCoverageSources;

const lei = '529900T8BM49AURSDO55';
const url = 'https://issuer.example/terms';
const documentId = sha256Hex(url);

const allOn: RunningSources = {
  isFetched: () => true,
  failedAt: () => null,
  chain: () => ({ setting: 'ATTESTRY_RPC_ETHEREUM', hasProvider: true, problem: null }),
  documents: { isOn: true, hasContact: true },
  isProfileKnown: () => true,
};

const company = issuer({ lei, name: 'Acme Euro S.A.' });
const source = { sourceId: 'terms', url, kind: 'terms', extractor: 'any-page' };
const declared: RegistryAsset = {
  assetId: assetId(1),
  did: asset(1).did,
  slug: 'token-1',
  chain: 'ethereum',
  address: asset(1).address,
  standard: 'erc20',
  decimals: 6,
  name: 'Token 1',
  symbol: 'TK1',
  description: '',
  websiteUrl: null,
  whitepaperUrl: null,
  image: null,
  attestationAddress: null,
  issuerId: 'acme',
  parties: [],
  identifiers: { dti: ['4H95J0R2X'], ffg: [], isin: [] },
  regimes: [],
  sources: [source],
  verifiedAt: null,
  status: 'active',
  token: null,
  vouched: null,
};
const party: RegistryParty = {
  partyId: 'acme',
  did: company.did,
  name: company.name,
  legalName: null,
  lei,
  registrationNumber: null,
  country: null,
  aliases: [],
  wallets: [],
  isins: [],
  bics: [],
  taxIds: [],
  kyi: { status: 'verified', at: null },
  kyb: { verified: false, at: null },
  description: '',
  kind: 'organisation',
  birthYear: null,
  vouched: null,
};
const fetched = (n: number, part: Partial<Parameters<typeof capture>[2]> = {}) =>
  capture(documentId, n, { url, asOf: now - hour + n, ...part });

test.before(async () => {
  running = allOn;
  api = await openPages({
    coverageSources: {
      lists: testCoverageSources.lists,
      get chains() {
        return measured.chains;
      },
      get registers() {
        return measured.registers;
      },
      running: () => running,
    },
  });
  await api.declare(asset(1, { issuer: company }));
  const { fixture } = api;
  await fixture.project('registry.assets', [declared]);
  await fixture.project('registry.parties', [party]);
  await fixture.project('asset.subjects', [subjects]);
  await fixture.project('observations', [
    observation({ observedAt: now - hour }),
    observation({ field: 'redemption_fee', sourceKey: 'terms', value: '{"percent":"0.1"}', observedAt: now - hour }),
  ]);
  await fixture.project('feed.runs', [
    run('ofac-addresses', 'accepted', now - hour),
    run('esma-emtwp', 'accepted', now - hour),
  ]);
  await fixture.project('document.captures', [fetched(1)]);
  key = await api.makeKey();
  itemId = await api.watch(key, assetId(1));
  cookie = await signIn(api, key.text);
});
test.after(() => api.close());

interface Part {
  readonly part: string;
  readonly reason: string | null;
  readonly text: string;
  readonly next: string | null;
}

/** Behind the longest time that a reading without a new version stays in memory. */
const partsOf = async (): Promise<readonly Part[]> => {
  api.pass(10_000);
  const { status, body } = await api.get(`/me/monitoring/coverage?item=${itemId}`, key.text);
  assert.is(status, 200);
  const [item] = body['items'] as readonly { readonly parts: readonly Part[] }[];
  return item?.parts ?? [];
};

/** Each place that states what of the token is not read, in its own form. */
async function shown() {
  const { registry, coverage } = createReadModel(api.dependencies);
  const parts = await partsOf();
  const dependencies = { reader: coverage, registry, byIdentifier: () => Promise.resolve([]) };
  const all = await answerCoverage([], dependencies);
  const one = await answerCoverage([declared.address], dependencies);
  assert.ok('installation' in all && 'named' in one);
  const [token] = one.named.flatMap(({ tokens }) => tokens);
  assert.ok(token !== undefined);
  return {
    parts,
    holder: [
      JSON.stringify(parts),
      textOf(await visit(api, `/watchlist/${itemId}`, { cookie })),
      textOf(await visit(api, `/verified-assets/${declared.address}/ethereum`)),
    ],
    operator: [
      tokenText(token, 1_000),
      installationText(all.installation, 1_000),
      coverageChecks(all.installation)
        .map(({ name, found, remedy }) => `${name} ${found} ${remedy}`)
        .join('\n'),
    ],
    installation: all.installation,
    list: textOf(await visit(api, '/watchlist', { cookie })),
  };
}

test('B-96, FD-12 all that is read is current everywhere', async () => {
  const { parts, list, installation } = await shown();
  assert.equal(
    parts.map(({ part, reason }) => `${part} ${reason}`),
    ['chain null', 'issuer null', 'registers null', 'sanctions null', 'documents null'],
  );
  assert.match(list, /5 of 5/);
  assert.equal(installation, { assets: 1, full: 1, partial: 0, none: 0, reasons: [] });
});

interface Case {
  readonly running?: Partial<RunningSources>;
  readonly measured?: Partial<typeof measured>;
  /** Records that make it so, and those that mend it. */
  readonly breaks?: () => Promise<unknown>;
  readonly mends?: () => Promise<unknown>;
  /** Parts that have the reason, and other reasons that come with it. */
  readonly parts: readonly string[];
  readonly others?: readonly string[];
}

let position = 100;
const declareAgain = (part: Parameters<typeof asset>[1]) => {
  position += 1;
  return api.declare(asset(1, { issuer: company, ...part, position }));
};
const declareAsset = (part: Partial<RegistryAsset>) =>
  api.fixture.project('registry.assets', [{ ...declared, ...part }]);
const observed = (value: string, observedAt: number) =>
  api.fixture.project('observations', [observation({ value, observedAt })]);
const readDocument = (ended: string) =>
  fetchAgain({
    outcome: 'ok',
    reading: { reader: 'html', version: '1', sha256: null, ended, reason: null, limit: null, rules: null },
  });
const [register] = testCoverageSources.registers;
const withRegister = (part: Partial<CoverageSources['registers'][number]>): Partial<typeof measured> => ({
  registers: register === undefined ? [] : [{ ...register, ...part }],
});
let fetches = 10;
const fetchAgain = async (...parts: readonly Parameters<typeof fetched>[1][]) => {
  for (const part of parts) {
    fetches += 1;
    await api.fixture.project('document.captures', [fetched(fetches, part)]);
  }
};

const cases: Partial<Record<CoverageReason, Case>> = {
  contact_missing: { running: { documents: { isOn: true, hasContact: false } }, parts: ['documents'] },
  documents_off: { running: { documents: { isOn: false, hasContact: true } }, parts: ['documents'] },
  profile_unknown: { running: { isProfileKnown: () => false }, parts: ['documents'] },
  unreachable: {
    breaks: () => fetchAgain({ outcome: 'net_error' }, { outcome: 'http_error' }),
    mends: () => fetchAgain({ outcome: 'ok' }),
    parts: ['documents'],
  },
  provider_missing: {
    running: { chain: () => ({ setting: 'ATTESTRY_RPC_ETHEREUM', hasProvider: false, problem: null }) },
    parts: ['chain'],
  },
  rounds_stopped: {
    running: { chain: () => ({ setting: 'ATTESTRY_RPC_ETHEREUM', hasProvider: true, problem: 'rounds_stopped' }) },
    parts: ['chain'],
  },
  too_few_providers: {
    running: { chain: () => ({ setting: 'ATTESTRY_RPC_ETHEREUM', hasProvider: true, problem: 'too_few_providers' }) },
    parts: ['chain'],
  },
  unreadable: {
    breaks: async () => {
      await observed('"unreadable"', now - 900);
      assert.equal((await partsOf())[0]?.reason, null, 'one failed reading is no failure');
      await observed('"unreadable"', now - 800);
    },
    mends: () => observed('"stated"', now - 700),
    parts: ['chain'],
  },
  no_contract: {
    breaks: () => observed('"no_contract"', now - 600),
    mends: () => observed('"stated"', now - 500),
    parts: ['chain'],
  },
  chain_not_supported: { measured: { chains: new Set(['base']) }, parts: ['chain'] },
  not_named: {
    breaks: async () => {
      await declareAsset({ issuerId: null });
      await declareAgain({ issuer: null });
    },
    mends: async () => {
      await declareAsset({});
      await declareAgain({});
    },
    parts: ['issuer'],
    others: ['registers no_lei'],
  },
  not_linked: {
    breaks: async () => {
      await declareAsset({
        issuerId: null,
        parties: [{ partyId: 'acme', role: 'issuer' }] as RegistryAsset['parties'],
      });
      await declareAgain({ issuer: null });
    },
    mends: async () => {
      await declareAsset({});
      await declareAgain({});
    },
    parts: ['issuer'],
  },
  no_identifier: {
    breaks: async () => {
      await declareAsset({ issuerId: null, identifiers: { dti: [], ffg: [], isin: [] } });
      await declareAgain({ issuer: issuer({ name: 'Acme Euro S.A.' }) });
    },
    mends: async () => {
      await declareAsset({});
      await declareAgain({});
    },
    parts: ['registers'],
  },
  never_ran: {
    measured: withRegister({ feed: 'gleif-lei', short: "GLEIF's index of LEI records" }),
    parts: ['registers'],
  },
  stale: {
    measured: withRegister({ feed: 'esma-casps' }),
    breaks: () => api.fixture.project('feed.runs', [run('esma-casps', 'accepted', now - 400 * 24 * hour)]),
    parts: ['registers'],
  },
  never_fetched: {
    breaks: () => declareAsset({ sources: [{ ...source, url: 'https://issuer.example/new' }] }),
    mends: () => declareAsset({}),
    parts: ['documents'],
  },
  nothing_read: { breaks: () => readDocument('failed'), mends: () => readDocument('whole'), parts: ['documents'] },
  feed_off: { running: { isFetched: (feed) => feed !== 'ofac-addresses' }, parts: ['sanctions'] },
  failing: { running: { failedAt: (feed) => (feed === 'esma-emtwp' ? now : null) }, parts: ['registers'] },
  rejected: {
    breaks: () => api.fixture.project('feed.runs', [run('esma-emtwp', 'rejected', now - 2)], { timestamp: now - 2 }),
    mends: () => api.fixture.project('feed.runs', [run('esma-emtwp', 'accepted', now - 1)], { timestamp: now - 1 }),
    parts: ['registers'],
  },
  no_lei: {
    breaks: async () => {
      await declareAsset({ issuerId: null });
      await declareAgain({ issuer: issuer({ name: 'Acme Euro S.A.' }) });
    },
    mends: async () => {
      await declareAsset({});
      await declareAgain({});
    },
    parts: ['registers'],
  },
  not_verified: {
    breaks: () => declareAgain({ issuer: { ...company, kyiStatus: 'pending' } }),
    mends: () => declareAgain({}),
    parts: ['issuer'],
  },
};

for (const [reason, { running: off, measured: other, breaks, mends, parts: expected, others = [] }] of Object.entries(
  cases,
)) {
  test(`FD-12 ${reason}: the same words on pages, in the API and for the operator, gone once mended`, async () => {
    running = { ...allOn, ...off };
    measured = { ...testCoverageSources, ...other };
    await breaks?.();
    const broken = await shown();
    const having = broken.parts.filter((part) => part.reason !== null);
    assert.equal(
      having.map((part) => `${part.part} ${part.reason}`),
      [...expected.map((part) => `${part} ${reason}`), ...others],
    );
    const text = having[0]?.text ?? '';
    for (const place of [...broken.holder, ...broken.operator]) assert.ok(place.includes(text), `${text}\n${place}`);
    const next = broken.installation.reasons.find((one) => one.reason === reason)?.next ?? '?';
    assert.ok(broken.operator.every((place) => place.includes(next)));
    assert.ok(broken.list.includes(`${5 - having.length} of 5`), broken.list);
    // FD-13: neither settings nor nodes, in an answer to a key holder or to anybody.
    for (const place of broken.holder) assert.not.match(place, /ATTESTRY_|attestry (?:status|feeds|documents|chains)/);
    running = allOn;
    measured = testCoverageSources;
    await mends?.();
    assert.equal(
      (await partsOf()).filter((part) => part.reason !== null),
      [],
    );
  });
}

test('FD-12 what was never read is waiting: a token that was just declared', async () => {
  await api.declare(asset(2, { chain: 'base', public: true, issuer: company }));
  const { coverage } = createReadModel(api.dependencies);
  const found = (await coverage.of([assetId(2)])).get(assetId(2));
  assert.equal(
    found?.parts.map(({ part, reason }) => [part, reason]),
    [
      ['chain', 'never_read'],
      ['issuer', null],
      ['registers', null],
      ['sanctions', 'nothing_to_compare'],
      ['documents', 'none_declared'],
    ],
  );
});

test('the installation is read again in the background, and by the operator at once', async () => {
  const { coverage } = createReadModel(api.dependencies);
  const first = await coverage.latest();
  running = { ...allOn, documents: { isOn: false, hasContact: true } };
  assert.equal(await coverage.latest(), first);
  assert.not.equal(await coverage.installation(), first);
  running = allOn;
});

test('names are asked for on the path of the socket, and other paths are not', () => {
  assert.equal(coverageAsked(coveragePath(['a b', 'ü&ref=x'])), ['a b', 'ü&ref=x']);
  assert.equal(coverageAsked(coveragePath([])), []);
  assert.is(coverageAsked('/caches/refresh'), null);
});

test.run();
