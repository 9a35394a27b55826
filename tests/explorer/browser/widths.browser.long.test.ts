// rule: no page scrolls sideways, also tests/explorer/browser/widths.browser.test.ts
/** No page scrolls sideways, at any usual width and in both schemes. */
import { browserSuite, openBrowser } from './chromium.ts';
import { checkWidth, openWideWorld, type WideWorld } from './widths.ts';

const test = browserSuite('all widths');

let world: WideWorld;
test.before(async () => {
  world = await openWideWorld();
});
test.after(() => world.close());

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [320, 390, 640, 1280]) {
    test(`U-28 no page is wider than ${width} px, ${scheme}`, async () => {
      await checkWidth(await openBrowser(), world, width, scheme);
    });
  }
}

test.run();
