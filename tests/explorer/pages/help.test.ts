import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { categoryName } from '../../../explorer/labels/categories.ts';
import { type HelpPlace, helpPath } from '../../../explorer/labels/help-places.ts';
import { powerMarks } from '../../../explorer/pages/asset/powers.tsx';
import { levelNames } from '../../../explorer/labels/levels.ts';
import { severityNames } from '../../../explorer/labels/severities.ts';
import { verdictOrder, verdictState } from '../../../explorer/parts/verdict-states.ts';
import { coverageStates } from '../../../explorer/readers/coverage/coverage-view.ts';
import { standingLabels } from '../../../explorer/readers/standing/standing-view.ts';
import { directionTerms } from '../../../schemas/terms/directions.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { pages } from '../every-page.ts';
import { textOf, visit } from '../harness.ts';
import { openWorld, type World } from '../world.ts';

let world: World;
test.before(async () => {
  world = await openWorld();
});
test.after(() => world.close());

test('PG-10 every mark of a page is a term of /help, with one meaning', async () => {
  const { text } = await visit(world.api, '/help');
  const terms = [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.+?)<\/dd>/g)].map(([, name]) => name ?? '');
  const marks = [
    ...Object.values(severityNames),
    ...Object.values(directionTerms).map(({ label }) => label),
    ...Object.values(standingLabels),
    ...Object.values(coverageStates).map(({ word }) => word),
    ...termsOf('category').map(categoryName),
    ...Object.values(levelNames),
    ...['Certain', 'Likely', 'One reading', 'Confirmed by'],
    ...Object.keys(powerMarks),
    ...verdictOrder.map((verdict) => verdictState(verdict).word),
  ];
  const unknown = [...new Set(marks)].filter((mark) => !terms.includes(mark));
  assert.equal(unknown, []);
  assert.ok(terms.length >= marks.length);
});

/** Marks by what the page has of them, and the place that states their meanings. */
const markedBy: readonly (readonly [what: string, found: RegExp, place: HelpPlace])[] = [
  ['a verdict', /aria-label="Verdict"/, 'now'],
  ['powers', /<ul class="powers">/, 'powers'],
  ['coverage', /id="coverage"/, 'read'],
  ['the newest changes of a token', /confirmed ones, newest first/, 'severity'],
  ['a list of changes of a token', /<h2>Changes<\/h2>/, 'direction'],
  ['a confidence', /aria-label="What it means"/, 'confidence'],
  ['a head with a severity', /aria-label="What it means"/, 'severity'],
  ['a list with directions', /class="dircell"/, 'direction'],
  ['watched tokens', /aria-label="Watched tokens"/, 'now'],
  ['watched tokens', /aria-label="Watched tokens"/, 'severity'],
  ['verdicts on obligations', /What rules require of/, 'duties'],
];

const marked = [
  ...['home', 'asset', 'entity', 'public-change', 'change'],
  ...['changes', 'inbox', 'watchlist', 'obligations'],
] as const;

test('PG-10 the marks of a page for readers lead to their meanings', async () => {
  const seen = new Set<string>();
  for (const name of marked) {
    const page = pages.find((one) => one.name === name);
    const cookie = page?.for === 'reader' ? { cookie: world.cookie } : {};
    const { text } = await visit(world.api, page?.path(world) ?? '', cookie);
    for (const [what, found, place] of markedBy) {
      if (!found.test(text)) continue;
      seen.add(`${what} ${place}`);
      assert.match(text, `href="${helpPath(place)}"`, `${what} on ${name}`);
    }
  }
  assert.is(seen.size, markedBy.length, 'each was on a page');
});

test('PG-10 every link to a term leads to a place of /help', async () => {
  const help = (await visit(world.api, '/help')).text;
  const places = new Set<string>();
  for (const page of pages.filter(({ drawnBy }) => drawnBy === undefined)) {
    const cookie = page.for === 'reader' ? { cookie: world.cookie } : {};
    const { text } = await visit(world.api, page.path(world), cookie);
    for (const [, place = ''] of text.matchAll(/href="\/help#([^"]+)"/g)) places.add(place);
  }
  assert.ok(places.size >= 3, [...places].join());
  for (const place of places) assert.match(help, `id="${place}"`);
});

test('the status page states what /status.json does, for people', async () => {
  const page = await visit(world.api, '/status');
  assert.is(page.status, 200);
  assert.match(textOf(page), /Status Working Every part of the service works\. All that was recorded is processed\./);
  assert.match(page.text, 'href="/status.json"');
  const { health } = world.api.dependencies;
  const { ready, status } = health;
  const feed = {
    feed: 'esma-emtwp',
    fetched: true,
    status: 'rejected',
    asOf: '2026-05-01T00:00:00.000Z',
    nextRun: null,
  };
  const chain = { chain: 'ethereum', message: 'no node answers', overdue: true, finalizedAgeSeconds: null };
  const failing = { ...(await status()), feeds: [feed], chains: [chain], processors: [{ name: 'detect', lag: 3 }] };
  Object.assign(health, { ready: () => ({ ok: false, failing: ['sink'] }), status: async () => failing });
  world.api.pass(1_500);
  const bad = textOf(await visit(world.api, '/status'));
  assert.match(bad, /Failing A part of the service fails\. Not ready: sink\. detect: 3 records to process/);
  assert.match(
    bad,
    /ESMA's register of e-money token white papers Rejected 1 May 2026 This process fetches none of them\./,
  );
  assert.not.match(bad, 'Next fetch');
  assert.match(bad, /Ethereum Failing no node answers/);
  const fetchedHere = { ...feed, feed: 'un-sc', nextRun: '2026-06-01T12:15:00.000Z' };
  Object.assign(health, { status: async () => ({ ...failing, feeds: [feed, fetchedHere] }) });
  world.api.pass(1_500);
  const mixed = textOf(await visit(world.api, '/status'));
  assert.match(mixed, 'Next fetch');
  assert.match(mixed, /Rejected 1 May 2026 not by this process .*Rejected 1 May 2026 1 Jun 2026, 12:15 UTC/);
  const old = { ...feed, feed: 'ofac-addresses', status: 'accepted', asOf: '2024-09-27T00:00:00.000Z' };
  Object.assign(health, { status: async () => ({ ...failing, feeds: [old] }) });
  world.api.pass(1_500);
  assert.match(
    textOf(await visit(world.api, '/status')),
    /OFAC's list of addresses Read, old 27 Sep 2024/,
    'never green',
  );
  Object.assign(health, { ready, status });
});

test.run();
