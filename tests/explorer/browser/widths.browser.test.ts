/** No page scrolls sideways on the narrowest phone. `widths.browser.long.test.ts` has the other widths, in both schemes. */
import { browserSuite, openBrowser } from './chromium.ts';
import { checkWidth, openWideWorld, type WideWorld } from './widths.ts';

const test = browserSuite('widths');

let world: WideWorld;
test.before(async () => {
  world = await openWideWorld();
});
test.after(() => world.close());

test('U-28 no page is wider than 320 px, whatever the length of words, addresses and names', async () => {
  await checkWidth(await openBrowser(), world, 320, 'light');
});

test.run();
