/** What is on paper, in both themes. */
import * as assert from 'uvu/assert';
import { asset } from '../../api/records.ts';
import { browserSuite, openBrowser } from './chromium.ts';
import { visitorOf } from './page-findings.ts';
import { openWorld } from '../world.ts';

const test = browserSuite('print');

test('PG-5 paper is light in both themes, has id, address, URL and time, every part open, and no control', async () => {
  const world = await openWorld();
  const browser = await openBrowser();
  const { page, close } = await visitorOf(browser, world, { as: 'stranger' });
  const token = `/verified-assets/${asset(1).address}/ethereum`;
  const change = `${token}/changes/${encodeURIComponent(world.ids.change)}`;
  for (const [path, what] of [
    [token, 'eip155:1/erc20'],
    [change, `${world.ids.change}, revision 0`],
    ['/entities/acme', 'Acme Euro S.A.'],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, media: 'print' });
      await page.goto(world.address(path));
      await page.evaluate(
        `document.documentElement.dataset.theme = '${colorScheme}'; dispatchEvent(new Event('beforeprint'))`,
      );
      const paper = await page.locator('.paper').innerText();
      assert.ok(paper.includes(what) && paper.includes(path) && paper.includes(' UTC'), paper);
      assert.is(
        await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'),
        'rgb(250, 249, 246)',
      );
      const controls = `[...document.querySelectorAll('button, input, select, textarea, .btn, form')]
        .filter((one) => one.getClientRects().length > 0).length`;
      assert.is(await page.evaluate(controls), 0, path);
      assert.is(await page.evaluate(`document.querySelectorAll('main details:not([open])').length`), 0);
    }
  }
  await close();
  await world.close();
});

test.run();
