/** The journey of an operator: what waits, a story that is decided once, a review that is taken back. */
import type { Browser, Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { declareCandidates } from '../candidates.ts';
import { openWorld, type World } from '../world.ts';
import { browserSuite, openBrowser } from './chromium.ts';
import { visitorOf } from './page-findings.ts';

const test = browserSuite('operator');

let world: World;
let browser: Browser;
test.before(async () => {
  world = await openWorld();
  browser = await openBrowser();
});
test.after(() => world.close());

const tokens = {
  without: [61, 62, 63, 64, 65],
  with: [71, 72, 73, 74, 75],
} as const;

for (const [scripts, numbers] of [
  [false, tokens.without],
  [true, tokens.with],
] as const) {
  test(`PG-7 PG-12 U-27 an operator decides a story of five once and reopens one, ${scripts ? 'with' : 'without'} scripts`, async () => {
    await declareCandidates(world.api, numbers);
    const { page, refused, close } = await visitorOf(browser, world, { scripts });
    try {
      await page.goto(world.address('/operator'));
      await decideStory(page, `MANY${numbers[0]}`);
      await reopenOne(page);
      assert.equal(refused, []);
    } finally {
      // A page that stays open keeps its stream, and the service would wait for it.
      await close();
    }
  });
}

async function decideStory(page: Page, member: string): Promise<void> {
  const before = await waitingOn(page);
  const story = page.locator('details.card').filter({ hasText: member });
  if ((await story.getAttribute('open')) === null) await story.locator('summary').first().click();
  assert.is(await story.locator('input[name="change"]:checked').count(), 5);
  assert.is.not(await page.evaluate('document.activeElement.tagName'), 'BUTTON', 'no decision has the focus');
  await story.locator('textarea[name="why"]').fill('Another company of that name.');
  await story.locator('input[name="by"]').fill('A. Analyst');
  await story.locator('button[value="dismissed"]').click();
  await untilToast(page, '5 reviews recorded: dismissed.');
  assert.is(await waitingOn(page), before - 5);
}

async function reopenOne(page: Page): Promise<void> {
  const decided = page.locator('#decided li').filter({ hasText: 'A. Analyst' }).filter({ hasText: 'Dismissed' });
  const before = await waitingOn(page);
  const one = decided.first();
  await one.locator('summary').click();
  await one.locator('textarea[name="why"]').fill('The address is the same.');
  await one.locator('input[name="by"]').fill('B. Analyst');
  await one.getByRole('button', { name: /^Reopen/ }).click();
  await untilToast(page, 'Reopened: it waits for a decision again.');
  assert.is(await waitingOn(page), before + 1);
  assert.match(
    await page.locator('#decided').innerText(),
    /Reopened[\s\S]*B\. Analyst \(key \w{8}\): “The address is the same\.”/,
  );
}

/** What the page counts: a reopened candidate may be of a story that waits already. */
const waitingOn = async (page: Page): Promise<number> =>
  Number(/^(\d+) (?:candidate|draft)/m.exec(await page.locator('main').innerText())?.[1]);

/** The page that a form leads to has the address of the one before: its toast is what shows that it is there. */
async function untilToast(page: Page, text: string): Promise<void> {
  const toasts: Locator = page.locator('[data-toast]');
  await toasts.filter({ hasText: text }).waitFor();
  assert.is(await toasts.count(), 1);
}

test.run();
