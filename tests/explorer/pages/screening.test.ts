/** What the page of a token, and the start page, state of the age of what was read. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FeedRun } from '../../../schemas/generated/records.ts';
import { standingSources } from '../../../cli/service/pages/standing-sources.ts';
import { subjects } from '../../api/readmodel/standing/rows.ts';
import { sourceNames } from '../../../cli/service/pages/source-names.ts';
import type { Harness } from '../../api/harness.ts';
import { asset, day, now } from '../../api/records.ts';
import { openPages, textOf, visit } from '../harness.ts';

const screened = sourceNames().filter(({ isSanctionsList, containedIn }) => isSanctionsList && containedIn === null);
const path = `/verified-assets/${asset(1).address}/ethereum`;

const compared = 'Compared: 1 name, 1 wallet, 1 authority.';
/** The first list, which the tests leave out. */
const short = standingSources({ publicSanctions: true, requiredLists: null }).required[0]?.short ?? '';

let api: Harness;
test.before(async () => {
  const standings = standingSources({ publicSanctions: true, requiredLists: null });
  api = await openPages({ standings }, { sources: sourceNames() });
  await api.declare(asset(1), asset(2, { chain: 'xrpl', address: 'EUR.rUNaS5sqRuxZz6V7rBGhoSaZiVYA3ut4UL' }));
});
test.after(() => api.close());

const file = (feed: string, asOf: number, part: Partial<FeedRun> = {}): FeedRun => ({
  runId: `${feed} ${asOf}`,
  captureId: 'c',
  feed,
  status: 'accepted',
  asOf,
  sha256: 'a'.repeat(64),
  rows: 1,
  added: 0,
  changed: 0,
  removed: 0,
  editorial: 0,
  corrected: 0,
  held: 0,
  reason: null,
  alarms: [],
  forced: false,
  parserVersion: '1',
  ...part,
});
/** Projects runs, and lets pass how long a page may show what it has read. */
async function read(...runs: readonly FeedRun[]): Promise<void> {
  await api.fixture.project('feed.runs', [...runs]);
  api.pass(31_000);
}
const screeningOf = async (): Promise<string> =>
  /Sanctions lists (.*?) (?:Issuer \(KYI\)|Who controls it|What it can do to you)/
    .exec(textOf(await visit(api, path)))?.[1]
    ?.trim() ?? '';
const isGreen = async (): Promise<boolean> =>
  (await visit(api, path)).text.includes('class="yes"><span class="label"><a href="/help#now">Sanctions');

test('every list but the one that another list contains is to be read', () => {
  const contained = sourceNames().filter(({ containedIn }) => containedIn !== null);
  assert.equal(
    contained.map(({ feed, containedIn }) => [feed, containedIn]),
    [['uk-conlist', 'uk-sl']],
  );
  assert.ok(screened.length >= 6);
});

test('the start page counts and lists what the search finds, on every chain, without a judgement', async () => {
  const page = await visit(api, '/');
  assert.match(textOf(page), /2 deployments 2 chains/);
  assert.match(textOf(page), /XRP Ledger/);
  assert.not.match(page.text, /<use href="#i-shield"><\/use><\/svg>(?:Ethereum|XRP Ledger)/);
});

// The tests from here on build upon one another: files are read, one after the other.
test('a chain that no node was asked about gives no file, and a register is no list', async () => {
  await read(file('chain-ethereum', now));
  assert.match(textOf(await visit(api, '/')), /no file was read from a source/);
  await read(file('esma-emtwp', now - day), file('esma-emtwp', now - 9 * day));
  assert.match(textOf(await visit(api, '/')), /newest file read: 31 May 2026 /);
  assert.is(
    await screeningOf(),
    'Not checked 0 of 6 lists read. Never read: OFAC wallets, OFAC SDN, OFAC consolidated, UN, EU, UK.',
  );
});

test('a list that was never read, or whose files were all rejected, is missing', async () => {
  const [first, ...others] = screened;
  const rejected = file(first?.feed ?? '', now, { status: 'rejected' });
  await api.fixture.project('asset.subjects', [subjects]);
  await read(rejected, ...others.map(({ feed }) => file(feed, now)), file('uk-conlist', now - 900 * day));
  assert.is(
    await screeningOf(),
    `No match in the lists read 5 of 6 lists read. The oldest is of 1 Jun 2026. Never read: ${short}. ${compared}`,
  );
  assert.is(await isGreen(), false);
});

test('an old list is named by its date, however new the others are', async () => {
  await read(file(screened[0]?.feed ?? '', now - 800 * day));
  assert.is(await screeningOf(), `No match in old lists 6 of 6 lists read. Old: ${short} 23 Mar 2024. ${compared}`);
  assert.is(await isGreen(), false);
  assert.match(textOf(await visit(api, '/')), /newest file read: 1 Jun 2026 , oldest list: 23 Mar 2024/);
});

test('no match is green once every list was read and none is old, whatever a list states that another one contains', async () => {
  await read(file(screened[0]?.feed ?? '', now), file('esma-emtwp', now));
  assert.is(await screeningOf(), `No match 6 of 6 lists read. The oldest is of 1 Jun 2026. ${compared}`);
  assert.is(await isGreen(), true);
  assert.not.match(textOf(await visit(api, '/')), /oldest list/);
});

test.run();
