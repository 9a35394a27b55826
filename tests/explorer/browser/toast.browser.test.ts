/** What a form did is seen on the page that it leads to, also where that page is scrolled to a row. */
import type { Browser, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { openWorld, type World } from '../world.ts';
import { browserSuite, openBrowser } from './chromium.ts';
import { visitorOf } from './page-findings.ts';

const test = browserSuite('toast');

let world: World;
let browser: Browser;
test.before(async () => {
  world = await openWorld();
  browser = await openBrowser();
});
test.after(() => world.close());

/** The edges of the toast, in pixels from the top of the window, and the height of the window. */
const edges = (page: Page): Promise<readonly number[]> =>
  page.evaluate(`(() => {
    const { top, bottom } = document.querySelector('[data-toast]').getBoundingClientRect();
    return [top, bottom, innerHeight];
  })()`);

for (const scripts of [true, false]) {
  test(`PG-7 a toast is seen on a page that is scrolled to a row, ${scripts ? 'with' : 'without'} scripts`, async () => {
    const { page, close } = await visitorOf(browser, world, { scripts });
    await page.setViewportSize({ width: 390, height: 320 });
    await page.goto(world.address('/watchlist?add=TK2'));
    await page
      .getByRole('button', { name: /^Watch/ })
      .first()
      .click();
    await page.waitForURL(/\/watchlist(?:\?[^#]*)?#/);
    assert.ok(Number(await page.evaluate('scrollY')) > 0, 'the page is scrolled');
    const [top = -1, bottom = 0, height = 0] = await edges(page);
    assert.ok(top >= 0 && bottom <= height, `${top} to ${bottom} of ${height}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-toast]').filter({ hasText: 'removed' }).waitFor();
    await close();
  });
}

test.run();
