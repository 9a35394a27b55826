/** What readers do in a real Chromium: with scripts, without any, and by the keys alone. */
import type { Browser, Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { itemsOf } from '../../api/harness.ts';
import { assetId, change, hour, now } from '../../api/records.ts';
import { browserSuite, openBrowser } from './chromium.ts';
import { visitorOf } from './page-findings.ts';
import { openWorld, type World } from '../world.ts';
import { signIn } from '../harness.ts';

const test = browserSuite('journeys');

let world: World;
let browser: Browser;
test.before(async () => {
  world = await openWorld();
  browser = await openBrowser();
});
test.after(() => world.close());

/** A reader of twelve unread stories and of one ended intake. */
async function triage(name: string): Promise<{ readonly world: World; readonly key: string }> {
  const key = await world.api.makeKey();
  await world.api.watch(key, assetId(2));
  const changes = Array.from({ length: 12 }, (_, n) => change(`${name}-${n}`, 2, { detectedAt: now - (n + 1) * hour }));
  await world.api.detect(...changes);
  return { world: { ...world, cookie: await signIn(world.api, key.text) }, key: key.text };
}

const unreadOf = async (key: string): Promise<number> =>
  itemsOf(await world.api.get('/me/notifications?unread=true', key)).length;
/** Waits until the count beside the inbox is this; it is hidden at 0. */
const untilUnread = (page: Page, count: string): Promise<void> =>
  page
    .locator('[data-unread] > span', { hasText: new RegExp(`^${count}$`) })
    .first()
    .waitFor({ state: 'attached' });
const badgeOf = (page: Page): Promise<string> => page.locator('[data-unread] > span').first().innerText();

test('U-09 U-18 U-19 an inbox of twelve is worked off by keys alone, in place, and the last mark is undone', async () => {
  const reader = await triage('keys');
  const { page, refused, close } = await visitorOf(browser, reader.world);
  await page.goto(world.address('/inbox'));
  await page.keyboard.press('j');
  const shown = await page.locator('[data-row]').count();
  const before = await unreadOf(reader.key);
  for (let row = 0; row < shown; row += 1) {
    const left = String(before - (row + 1));
    const answered = page.waitForResponse('**/inbox/read');
    await page.keyboard.press('e');
    await answered;
    await untilUnread(page, left);
    // The stream may show the count before the answer marks the row. The focus stays in that row.
    await page.locator('[data-row].read:focus-within').waitFor({ state: 'attached', timeout: 0 });
    await page.keyboard.press('j');
  }
  assert.is(await unreadOf(reader.key), 0);
  assert.is(new URL(page.url()).search, '', 'the page was not loaded again');
  assert.match(await page.locator('[role="status"]').last().innerText(), /1 notification marked as read/);
  // The script has the answer to the last mark: it is what Undo takes back.
  const marked = await page.locator('[data-row]:focus-within input[name="id"]').first().inputValue();
  const undo = page.locator(`[data-toast] input[name="id"][value="${marked}"]`);
  await undo.waitFor({ state: 'attached', timeout: 0 });
  const undone = page.waitForResponse('**/inbox/unread');
  await page.keyboard.press('z');
  await undone;
  await untilUnread(page, '1');
  assert.is(await unreadOf(reader.key), 1);
  assert.equal(refused, []);
  await close();
});

/** Holds the next mark of a page until it is released. */
async function holdMark(
  page: Page,
): Promise<{ readonly asked: Promise<void>; readonly end: (how: 'away' | 'busy' | 'on') => void }> {
  let asked: () => void = () => undefined;
  let end: (how: 'away' | 'busy' | 'on') => void = () => undefined;
  const released = new Promise<'away' | 'busy' | 'on'>((resolve) => void (end = resolve));
  const reached = new Promise<void>((resolve) => void (asked = resolve));
  await page.route(
    '**/inbox/read',
    async (route) => {
      asked();
      const how = await released;
      if (how === 'away') await route.abort('connectionrefused');
      else if (how === 'busy') await route.fulfill({ status: 503, body: 'busy' });
      else await route.continue();
    },
    { times: 1 },
  );
  return { asked: reached, end };
}

test('U-18 U-19 a mark is shown before the server has it, and is taken back where the server cannot be reached', async () => {
  const reader = await triage('optimistic');
  const { page, close } = await visitorOf(browser, reader.world);
  await page.goto(world.address('/inbox'));
  const before = await unreadOf(reader.key);
  const row = page.locator('[data-row]').first();
  const state = async (): Promise<readonly unknown[]> => [
    (await row.getAttribute('class')) === 'read',
    await row.locator('[data-mark]').isVisible(),
    await badgeOf(page),
    await page.locator('[data-unread-head]').innerText(),
  ];
  const unread = [false, true, String(before), `${before} unread notifications`];
  assert.equal(await state(), unread);
  const mark = await holdMark(page);
  await row.locator('[data-mark]').click();
  await mark.asked;
  assert.equal(await state(), [true, false, String(before - 1), `${before - 1} unread notifications`]);
  assert.is(await unreadOf(reader.key), before, 'the server does not have it yet');
  mark.end('away');
  await page.locator('[role="status"]', { hasText: 'cannot be reached' }).first().waitFor({ state: 'attached' });
  assert.equal(await state(), unread);
  await close();
});

test('U-18 chosen rows that the server refuses to mark are sent as a form, and its page states what came of it', async () => {
  const reader = await triage('refused');
  const { page, close } = await visitorOf(browser, reader.world);
  await page.goto(world.address('/inbox'));
  const before = await unreadOf(reader.key);
  for (const n of [1, 2]) await page.locator('input[name="id"]').nth(n).check();
  const mark = await holdMark(page);
  await page.getByRole('button', { name: 'Mark chosen as read' }).click();
  await mark.asked;
  assert.is(await page.locator('[data-row].read').count(), 2);
  mark.end('busy');
  await page.waitForURL(/undo=/);
  assert.match(await page.locator('[data-toast]').innerText(), /2 notifications marked as read/);
  assert.is(await unreadOf(reader.key), before - 2);
  await close();
});

test('U-19 the head of the inbox follows the number beside its link', async () => {
  const reader = await triage('head');
  const { page, close } = await visitorOf(browser, reader.world);
  const live = page.waitForResponse((reply) => reply.url().endsWith('/live'));
  await page.goto(world.address('/inbox'));
  await live;
  const before = await unreadOf(reader.key);
  await world.api.detect(change('head-later', 2, { detectedAt: now }));
  await untilUnread(page, String(before + 1));
  assert.is(await page.locator('[data-unread-head]').innerText(), `${before + 1} unread notifications`);
  await close();
});

test('U-09 the keys move, choose, search and open the list of keys, and a field gets what is typed', async () => {
  const { page, close } = await visitorOf(browser, (await triage('move')).world);
  await page.goto(world.address('/inbox'));
  await page.keyboard.press('j');
  const first = await page.evaluate('document.activeElement.textContent');
  await page.keyboard.press('j');
  assert.is.not(await page.evaluate('document.activeElement.textContent'), first);
  await page.keyboard.press('x');
  assert.is(await page.locator('input[name="id"]:checked').count(), 1);
  await page.keyboard.press('?');
  assert.is(await page.isVisible('#keys'), true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('jkex');
  assert.is(await page.inputValue('input[type="search"]'), 'jkex');
  await page.goto(world.address('/changes'));
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/changes/*');
  await close();
});

test('/live keeps the count and offers new changes without moving what is read', async () => {
  const reader = await triage('live');
  const { page, close } = await visitorOf(browser, reader.world);
  const [following] = await Promise.all([page.waitForResponse('**/live*'), page.goto(world.address('/changes'))]);
  assert.is(following.status(), 200);
  const count = Number(await badgeOf(page));
  const top = await page.locator('[data-row]').first().boundingBox();
  await world.api.detect(change('live-new-1', 2), change('live-new-2', 2));
  await untilUnread(page, `${count + 2}`);
  assert.match(await page.locator('[data-news]').innerText(), /^2 new changes: show$/);
  assert.equal(await page.locator('[data-row]').first().boundingBox(), top);
  await page.click('[data-news]');
  await page.waitForURL('**/changes?newOnly=true&days=365&by=known');
  await page.getByText('Headline of live-new-2').first().waitFor();
  await close();
});

test('U-24 without scripts: sign in, mark and undo, pause and resume, decide, sign out', async () => {
  const { page, close } = await visitorOf(browser, world, { as: 'stranger', scripts: false });
  await page.goto(world.address('/signin?next=/inbox'));
  await page.fill('input[name="key"]', world.key.text);
  await page.click('main button:has-text("Sign in")');
  await page.waitForURL('**/inbox');
  const unread = (): Promise<number> => page.locator('button.act:visible').count();
  const before = await unread();
  await page.locator('button.act:visible').first().click();
  assert.is(await unread(), before - 1);
  await page.click('button:has-text("Undo")');
  assert.is(await unread(), before);
  assert.is(await page.locator('[data-needs-script]').first().isVisible(), false);
  await page.goto(world.address('/operator'));
  await page.fill('textarea[name="why"]', 'Another company.');
  await page.fill('input[name="by"]', 'A. Analyst');
  await page.locator('button[value="dismissed"]').click();
  await page.waitForURL('**/operator');
  assert.match(
    await page.locator('main').innerText(),
    /1 review recorded: dismissed[\s\S]*A\. Analyst \(key \w{8}\): “Another company\.”/,
  );
  await page.locator('header button:has-text("Sign out")').click();
  await page.goto(world.address('/inbox'));
  assert.match(page.url(), /\/signin\?next=/);
  await close();
});

/** More stops than any page of the world has. */
const mostStops = 120;

/** Presses Tab until a control has the focus, as a reader without a mouse does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let press = 0; press < mostStops; press += 1) {
    await page.keyboard.press('Tab');
    if ((await control.and(page.locator(':focus')).count()) === 1) return;
  }
  assert.unreachable('Tab does not lead to the control');
}

test('U-28 the first screen of a small phone has the control that watches a token', async () => {
  const { page, close } = await visitorOf(browser, world, { scripts: false });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(world.address('/?q=TK2'));
  const box = await page.getByRole('button', { name: 'Watch', exact: true }).boundingBox();
  assert.ok(box !== null && box.y + box.height <= 568, JSON.stringify(box));
  await close();
});

test('nothing on the page of a token moves when its script starts', async () => {
  const { page, close } = await visitorOf(browser, world);
  await page.goto(world.address('/?q=TK2'));
  await page.locator('html[data-scripted]').waitFor();
  const places = (): Promise<string> =>
    page.evaluate<string>(
      "JSON.stringify([...document.querySelectorAll('main *')].map((one) => one.getBoundingClientRect().top).filter(Boolean))",
    );
  const scripted = await places();
  await page.evaluate("document.documentElement.removeAttribute('data-scripted')");
  assert.ok((await page.locator('[data-copy]').count()) > 0);
  assert.is(await places(), scripted);
  await close();
});

test('U-09 U-24 without scripts and by keys alone: find a token, watch it, take a note, remove it and undo that', async () => {
  const { page, close } = await visitorOf(browser, world, { scripts: false });
  await page.goto(world.address('/'));
  await tabTo(page, page.locator('input[type="search"]'));
  await page.keyboard.type('TK2');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/verified-assets/**');
  await tabTo(page, page.getByRole('button', { name: 'Watch', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/watchlist#*');
  await page.goBack();
  await page.reload();
  await tabTo(page, page.getByRole('link', { name: 'On your watchlist' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/watchlist/*');
  await tabTo(page, page.locator('textarea[name="note"]'));
  await page.keyboard.type('Seen by keys.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Seen by keys.').first().waitFor();
  await tabTo(page, page.locator('summary', { hasText: 'Remove' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.locator('button[value="remove"]'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/watchlist');
  assert.is(await page.getByText('Seen by keys.').count(), 0);
  await tabTo(page, page.locator('[data-undo]'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/watchlist#*');
  assert.is(await page.getByText('Seen by keys.').count(), 1);
  await close();
});

test('U-27 FD-8 without scripts an import of several lines is previewed and applied as it was previewed', async () => {
  const { page, close } = await visitorOf(browser, world, { scripts: false });
  await page.goto(world.address('/operator/registry/import'));
  const row = (digit: string): string => `eip155:1/erc20:0x${digit.repeat(40)},Journey ${digit},J${digit},6`;
  await page.locator('textarea[name="text"]').fill(`caip19,name,symbol,decimals\n${row('8')}\n${row('9')}\n`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('2 new, 0 changed').waitFor();
  await page.getByRole('button', { name: 'Import 2' }).click();
  await page.getByText('Imported: 2 new, 0 changed').waitFor();
  assert.is(await page.getByText('Journey 9').count(), 1);
  await close();
});

test.run();
