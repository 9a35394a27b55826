/**
 * `npm run pictures`: takes the pictures of the README, the start page of the explorer in both schemes, from a demo that it
 * starts in an empty data directory and ends again. It needs a Chromium (`TEST_CHROMIUM`, else one of the system).
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { roleSettings, startRole } from './release/start-roles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = [
  { file: 'docs/explorer.png', colorScheme: 'light' },
  { file: 'docs/explorer-dark.png', colorScheme: 'dark' },
] as const;
const viewport = { width: 1120, height: 925 };
/** A README is read on slow lines, too; bytes. */
const largest = 150_000;

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env['TEST_CHROMIUM'] ?? usual.find((path) => existsSync(path));
if (executablePath === undefined) throw new Error('no Chromium was found: install one, or set TEST_CHROMIUM');

const data = mkdtempSync(join(tmpdir(), 'attestry-pictures-'));
const program = [process.execPath, 'dist/program/attestry.cjs', 'up', '--demo', '--json'];
const { ready, end } = await startRole(root, program, roleSettings(data));
try {
  await takePictures(ready.httpUrl, executablePath);
} finally {
  await end();
  rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function takePictures(address: string, executable: string): Promise<void> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: executable, args });
  try {
    for (const { file, colorScheme } of pictures) {
      const page = await browser.newPage({ viewport, colorScheme });
      await page.goto(address);
      await page.evaluate('document.fonts.ready');
      await page.screenshot({ path: join(root, file) });
      const { size } = statSync(join(root, file));
      if (size > largest) throw new Error(`${file} has ${size} bytes; at most ${largest} are wanted`);
      console.log(`${file}, ${size} bytes`);
    }
  } finally {
    await browser.close();
  }
}
