/** Every page in a real Chromium: what a reader of a screen meets, in both schemes, wide and narrow. */
import type { Browser } from 'playwright-core';
import * as assert from 'uvu/assert';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import { ruleSetHash } from '../../../pipeline/impact/rulesets.ts';
import { approve } from '../../pipeline/changes/approve.ts';
import { browserSuite, openBrowser } from './chromium.ts';
import {
  colourFindingsOf,
  findingsOf,
  loadAxe,
  overflowOf,
  tabStops,
  type Visitor,
  visitorOf,
} from './page-findings.ts';
import { pages } from '../every-page.ts';
import { openWorld, type World } from '../world.ts';

const test = browserSuite('pages');
const hashes = publishedRules.sets.map((set) => ({ hash: ruleSetHash(set), count: set.rules.length }));

let world: World;
let browser: Browser;
let visitors: Readonly<Record<'public' | 'reader', Visitor>>;

test.before(async () => {
  world = await openWorld();
  browser = await openBrowser();
  const [reader, stranger] = [await visitorOf(browser, world), await visitorOf(browser, world, { as: 'stranger' })];
  visitors = { reader, public: stranger };
});
test.after(async () => {
  await visitors.reader.close();
  await visitors.public.close();
  await world.close();
});

/** Pages whose head and foot are approved: those of a stranger and of a reader. */
const withFrame: readonly string[] = ['home', 'changes'];

/** Ids that are random differ between runs. */
const lasting = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
      id.startsWith('a55e7000') ? id : '<id>',
    )
    .replaceAll(/\b[0-9A-Za-z]{8}…[0-9A-Za-z]{4}\b/g, '<key>')
    .replaceAll(world.key.keyId, '<key id>')
    .replaceAll('req_<id>', '<request>');

/** The rule set grows by families. */
const withoutRules = (text: string): string =>
  hashes.reduce(
    (left, { hash, count }) =>
      left
        .replaceAll(`${count} ${hash}`, '<rules> <hash>')
        .replaceAll(`"${count}"\n          - cell "${hash}"`, '"<rules>"\n          - cell "<hash>"'),
    text,
  );

for (const { name, path, status = 200, for: reader, drawnBy } of pages) {
  test(`U-07 U-08 U-09 U-28 ${name}: no finding, no overflow, every stop of Tab seen, nothing refused`, async () => {
    const { page, refused } = visitors[reader];
    refused.length = 0;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    const answer = await page.goto(world.address(path(world)));
    assert.is(answer?.status(), status);
    if (drawnBy !== undefined) await page.locator(drawnBy).first().waitFor();
    const { stops, trapped } = await tabStops(page);
    assert.is(trapped, false, 'the Tab key does not lead round the page');
    assert.equal(
      stops.filter(({ isSeen }) => !isSeen),
      [],
      'a stop whose focus is not seen',
    );
    if (drawnBy === undefined) {
      const snapshot = await page.locator(withFrame.includes(name) ? 'body' : 'main').ariaSnapshot();
      const order = stops.map((stop, index) => `${index + 1}. ${stop.name}`).join('\n');
      approve(`explorer/${name}.txt`, lasting(`${withoutRules(snapshot)}\n\nTab order\n\n${order}\n`));
    }
    await loadAxe(page);
    assert.equal(await findingsOf(page), [], 'light, 1280 px');
    assert.is(await overflowOf(page), 0);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    assert.equal(await colourFindingsOf(page), [], 'dark, 1280 px');
    // 1280 pixels at a zoom of 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    assert.equal(await findingsOf(page), [], 'dark, 320 px');
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    assert.equal(await colourFindingsOf(page), [], 'light, 320 px');
    assert.is(await overflowOf(page), 0, 'the page is wider than a window of 320 px');
    assert.is(await page.evaluate('document.getAnimations().length'), 0);
    assert.equal(refused, []);
  });
}

test('the checks of this file find what is wrong', async () => {
  const { page } = visitors.public;
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(world.address('/'));
  await loadAxe(page);
  await page.evaluate(`document.documentElement.lang = ''; document.querySelector('main').style.minWidth = '900px'`);
  const found = (await findingsOf(page)) as readonly (readonly [string, string])[];
  assert.ok(
    found.some(([rule]) => rule === 'html-has-lang'),
    JSON.stringify(found),
  );
  assert.ok(Number(await overflowOf(page)) > 0);
  await page.evaluate(`document.querySelector('h1').style.color = '#bbb'`);
  assert.match(JSON.stringify(await colourFindingsOf(page)), /color-contrast/);
});

test.run();
