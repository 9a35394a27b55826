/** The pages in a real Chromium: what it refuses, what a reader of a screen meets, keys, and life without scripts. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Harness, TestKey } from '../api/harness.ts';
import { asset, assetId, change } from '../api/records.ts';
import { openPages } from './harness.ts';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env['ATTESTRY_CHROMIUM'] ?? usual.find((path) => existsSync(path));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const paths = ['/', '/changes', '/inbox', '/watchlist?add=TK2', '/account', '/sources'];

let api: Harness;
let key: TestKey;
let browser: Browser;
const address = (path: string): string => `http://127.0.0.1:${api.port}${path}`;

async function signedIn(scripts: boolean, width = 1280, colorScheme: 'dark' | 'light' = 'light'): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: scripts,
    viewport: { width, height: 900 },
    colorScheme,
  });
  const page = await context.newPage();
  await page.goto(address('/signin?next=/inbox'));
  await page.fill('input[name="key"]', key.text);
  await page.click('button:has-text("Sign in")');
  await page.waitForURL('**/inbox');
  return page;
}

if (executablePath === undefined) {
  test('pages in a browser', () => {
    if (process.env['ATTESTRY_BROWSER'] === 'required') throw new Error('there is no Chromium');
    console.log('skipped: no Chromium (apt-get install chromium, or set ATTESTRY_CHROMIUM)');
  });
} else {
  test.before(async () => {
    api = await openPages();
    await api.declare(asset(1), asset(2));
    key = await api.makeKey();
    await api.watch(key, assetId(1));
    const texts = { ...change('x', 1).explanation, headline: '<img src=x onerror=alert(1)>' };
    await api.detect(
      change('a', 1),
      change('b', 1, { direction: 'strengthens' }),
      change('c', 1, { explanation: texts }),
    );
    browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  });
  test.after(async () => {
    await browser.close();
    await api.close();
  });

  for (const [width, scheme] of [
    [1280, 'light'],
    [320, 'dark'],
  ] as const) {
    test(`U-07 U-08 U-28 no finding of axe, no overflow and no violation of the policy: ${width} px, ${scheme}`, async () => {
      const page = await signedIn(true, width, scheme);
      const violations: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') violations.push(message.text());
      });
      for (const path of paths) {
        await page.goto(address(path));
        // A string is run by the protocol, which the policy of the page does not apply to.
        await page.evaluate(axeSource);
        const found: unknown = await page.evaluate(
          'axe.run().then((all) => all.violations.map((one) => [one.id, one.nodes[0].html]))',
        );
        assert.equal(found, [], path);
        const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        assert.is(over, 0, `${path} is wider than the window`);
      }
      assert.equal(violations, []);
      await page.context().close();
    });
  }

  test('U-09 the keys move, mark and open the list of keys, and a field gets what is typed', async () => {
    const page = await signedIn(true);
    await page.keyboard.press('j');
    const first = await page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('j');
    assert.is.not(await page.evaluate('document.activeElement.textContent'), first);
    await page.keyboard.press('?');
    assert.is(await page.isVisible('#keys'), true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('jkex');
    assert.is(await page.inputValue('input[type="search"]'), 'jkex');
    await page.context().close();
  });

  test('U-24 without scripts a story is marked as read and unread again', async () => {
    const page = await signedIn(false);
    const unread = (): Promise<number> => page.locator('button.act').count();
    const before = await unread();
    await page.locator('button.act').first().click();
    assert.is(await unread(), before - 1);
    await page.click('button:has-text("Undo")');
    assert.is(await unread(), before);
    assert.is(await page.locator('[data-needs-script]').first().isVisible(), false);
    await page.context().close();
  });
}

test.run();
