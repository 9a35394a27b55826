/** What a phone of 390 px shows of pages that are wider elsewhere. */
import * as assert from 'uvu/assert';
import { pages } from '../every-page.ts';
import { openWorld, type World } from '../world.ts';
import { browserSuite, openBrowser } from './chromium.ts';
import { type Visitor, visitorOf } from './page-findings.ts';

const test = browserSuite('phone');

let world: World;
let visitor: Visitor;
test.before(async () => {
  world = await openWorld();
  visitor = await visitorOf(await openBrowser(), world, { width: 390 });
});
test.after(async () => {
  await visitor.close();
  await world.close();
});

test('the links of the frame stand on one line for a reader', async () => {
  const { page } = visitor;
  await page.goto(world.address('/watchlist'));
  await page.evaluate(`document.querySelector('.top nav a[href="/operator"]')?.closest('li').remove()`);
  const tops = await page.evaluate<number[]>(
    `[...new Set([...document.querySelectorAll('.top nav a')].map((one) => one.getBoundingClientRect().top))]`,
  );
  assert.is(tops.length, 1, String(tops));
});

test('cells of the watchlist, whose names stand above them, begin where the name of the token does', async () => {
  const { page } = visitor;
  await page.goto(world.address('/watchlist'));
  const indents = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.watched td[data-label]')].map((one) => getComputedStyle(one).paddingInlineStart)`,
  );
  assert.ok(indents.length > 0);
  assert.equal([...new Set(indents)], ['0px']);
});

test('tables are cards that no cell is wider than', async () => {
  const { page } = visitor;
  for (const { name, path } of pages) {
    await page.goto(world.address(path(world)));
    const wide = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.scroll tbody :is(th, td)')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`,
    );
    assert.equal(wide, [], name);
  }
});

test('a drawing of control shrinks to three quarters before it scrolls', async () => {
  const { page } = visitor;
  await page.goto(world.address(pathOf('asset')));
  const [scale = 0, hidden = 0] = await page.evaluate<number[]>(drawing);
  assert.ok(scale >= 0.7 && scale < 0.8, String(scale));
  assert.ok(hidden > 0, 'the drawing has four columns');
  await page.setViewportSize({ width: 1280, height: 900 });
  const [whole = 0, none] = await page.evaluate<number[]>(drawing);
  assert.ok(whole > 0.7 && none === 0, `${whole}, ${none} px hidden`);
  await page.setViewportSize({ width: 390, height: 900 });
});

const drawing = `(() => {
  const one = document.querySelector('.control');
  const { width } = one.getBoundingClientRect();
  return [width / one.viewBox.baseVal.width, one.parentElement.scrollWidth - one.parentElement.clientWidth];
})()`;

function pathOf(name: string): string {
  const page = pages.find((one) => one.name === name);
  if (page === undefined) throw new Error(`no page is named ${name}`);
  return page.path(world);
}

test.run();
