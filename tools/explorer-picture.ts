/**
 * Takes the picture of the explorer in the README from a running demo: `npx attestry up --demo` in one terminal,
 * `npx tsx tools/explorer-picture.ts [ADDRESS]` in another. It needs a Chromium (`TEST_CHROMIUM`, else one of the
 * system).
 */
import { existsSync, statSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [address = 'http://127.0.0.1:8080'] = process.argv.slice(2);
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env['TEST_CHROMIUM'] ?? usual.find((path) => existsSync(path));
if (executablePath === undefined) throw new Error('no Chromium was found: install one, or set TEST_CHROMIUM');

const file = 'docs/explorer.png';
/** A README is read on slow lines, too; bytes. */
const largest = 150_000;

const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
try {
  const page = await browser.newPage({ viewport: { width: 1120, height: 925 }, colorScheme: 'light' });
  await page.goto(address);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: file });
} finally {
  await browser.close();
}
const { size } = statSync(file);
if (size > largest) throw new Error(`${file} has ${size} bytes; at most ${largest} are wanted`);
console.log(`${file}, ${size} bytes`);
