/** One way of each reader through the pages in a real Chromium, with scripts and without any. */
import type { Browser, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { asset, change, hour, now } from '../../api/records.ts';
import { assetId as foldedId } from '../../pipeline/changes/builders.ts';
import { openWorld, type World } from '../world.ts';
import { browserSuite, openBrowser } from './chromium.ts';
import { visitorOf } from './page-findings.ts';

const test = browserSuite('persons');

/** Headline of the one change that the analyst has to find. */
const severe = 'The issuer is on a list of sanctions';
/** Changes that surround it. */
const many = 40;

let world: World;
let browser: Browser;
test.before(async () => {
  world = await openWorld();
  browser = await openBrowser();
  const others = Array.from({ length: many }, (_, n) =>
    change(`noise-${n}`, 1, { severity: 'low', direction: 'neutral', detectedAt: now - (n + 1) * hour }),
  );
  await world.api.detect(
    ...others,
    change('severe', 1, {
      severity: 'severe',
      direction: 'weakens',
      detectedAt: now - 20 * hour,
      explanation: { ...change('severe', 1).explanation, headline: severe },
    }),
  );
});
test.after(() => world.close());

const follow = async (page: Page, name: RegExp | string): Promise<void> => {
  await page.locator('main').getByRole('link', { name }).first().click();
  await page.waitForLoadState();
};
/** By the mark of a change, which leads to the changes that have it, too. */
const narrow = async (page: Page, mark: string, address: string): Promise<void> => {
  await page.locator('main .stories').getByRole('link', { name: mark, exact: true }).first().click();
  await page.waitForURL(address);
};
const heading = (page: Page): Promise<string> => page.locator('h1').innerText();

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`a holder comes from a search engine, and reads token, issuer, change and evidence without a key, ${how}`, async () => {
    const { page, refused, close } = await visitorOf(browser, world, { as: 'stranger', scripts });
    const token = asset(3, { assetId: foldedId });
    // A search engine has the addresses of the site map.
    const map = await world.api.send('GET', '/sitemap.xml');
    const path = `/verified-assets/${token.address}/ethereum`;
    assert.ok(map.text.includes(path) || map.text.includes('<sitemap>'), map.text.slice(0, 400));
    await page.goto(world.address(path), { referer: 'https://search.example/?q=usdc' });
    const description = await page.locator('meta[name="description"]').getAttribute('content');
    assert.ok((await page.locator('main').innerText()).includes((description ?? '?').split('. ', 1)[0] ?? '?'));
    const issuer = page.locator('main a[href^="/entities/"]').first();
    await issuer.click();
    await page.waitForURL('**/entities/**');
    assert.match(await page.locator('main').innerText(), /Know Your Issuer|KYI|Identity/i);
    await page.goBack();
    await page.waitForURL(`**${path}`);
    await page.locator(`main a[href^="${path}/changes/"]`).first().click();
    await page.waitForURL('**/changes/**');
    assert.match(await page.locator('[aria-label="What it means"]').innerText(), /\S/);
    await page.locator('main a[href$="/evidence"]').first().click();
    await page.waitForURL('**/evidence');
    assert.match(await heading(page), /\S/);
    assert.is(await page.locator('a[href^="/signin"]').count(), 1, 'the only way to a key is that of the head');
    assert.equal(refused, []);
    await close();
  });

  test(`an analyst finds the one severe change of many by filters, passes the public link on, and prints it, ${how}`, async () => {
    const { page, refused, close } = await visitorOf(browser, world, { scripts });
    await page.goto(world.address('/changes'));
    assert.ok((await page.locator('main .stories h3').count()) > 20, 'it is one of many');
    await narrow(page, 'Severe', '**/changes?*severity=severe*');
    await narrow(page, 'Weakens', '**/changes?*severity=severe*direction=weakens*');
    const found = page.locator('main .stories h3');
    assert.is(await found.count(), 1);
    assert.ok((await found.innerText()).endsWith(severe));
    await follow(page, severe);
    await page.waitForURL(/\/changes\/[^?]/);
    const stranger = await visitorOf(browser, world, { as: 'stranger', scripts });
    await stranger.page.goto(page.url());
    await stranger.page.waitForURL(`**/verified-assets/${asset(1).address}/ethereum/changes/*`);
    assert.is(await heading(stranger.page), severe);
    const print = new URL(stranger.page.url());
    if (!scripts) print.searchParams.set('print', 'yes');
    await stranger.page.emulateMedia({ media: 'print' });
    await stranger.page.goto(print.href);
    if (scripts) await stranger.page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    assert.ok((await stranger.page.locator('.paper').innerText()).includes(' UTC'));
    assert.is(await stranger.page.locator('main details:not([open])').count(), 0);
    assert.equal([...refused, ...stranger.refused], []);
    await stranger.close();
    await close();
  });
}

test.run();
