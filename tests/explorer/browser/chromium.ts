/** One Chromium for all files of a process; a context each test. Without Chromium, tests are skipped with a message. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { type Callback, suite, type Test } from 'uvu';
import { atEnd } from '../../support/at-end.ts';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env['TEST_CHROMIUM'] ?? usual.find((path) => existsSync(path));
let opened: Promise<Browser> | null = null;

export function openBrowser(): Promise<Browser> {
  opened ??= launch();
  return opened;
}

async function launch(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args });
  atEnd(() => browser.close());
  return browser;
}

/**
 * A suite in a browser: its tests are skipped where there is no Chromium, unless `TEST_BROWSER=required`, with which each
 * of them fails.
 */
export function browserSuite(name: string): Test {
  const tests = suite(name);
  if (executablePath !== undefined) return tests;
  const isRequired = process.env['TEST_BROWSER'] === 'required';
  if (!isRequired) console.log('skipped: no Chromium (apt-get install chromium, or set TEST_CHROMIUM)');
  const missing: Callback = () => {
    throw new Error('there is no Chromium, and TEST_BROWSER is required');
  };
  const instead = ((title: string, run: Callback) =>
    isRequired ? tests(title, missing) : tests.skip(title, run)) as Test;
  return Object.assign(instead, { ...tests, before: noHook, after: noHook });
}

const noHook = Object.assign(() => undefined, { each: () => undefined });
