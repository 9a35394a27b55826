/** What a test asks a page in the browser. Strings are run by the protocol, which the policy of the page does not apply to. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import type { World } from '../world.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Visitor {
  readonly page: Page;
  /** Messages of the browser about what it refused, and dialogs that opened. */
  readonly refused: string[];
  readonly close: () => Promise<void>;
}

/** A visitor of a world in a context of its own; signed in unless it is a stranger. */
export async function visitorOf(
  browser: Browser,
  world: World,
  options: { readonly as?: 'reader' | 'stranger'; readonly scripts?: boolean; readonly width?: number } = {},
): Promise<Visitor> {
  const { as = 'reader', scripts = true, width = 1280 } = options;
  const context = await browser.newContext({ javaScriptEnabled: scripts, viewport: { width, height: 900 } });
  if (as === 'reader') {
    const [name = '', value = ''] = world.cookie.split('=', 2);
    await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/' }]);
  }
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    // A page whose status is 404 is reported as a failed load, too.
    if (message.type() === 'error' && !message.text().includes('404')) refused.push(message.text());
  });
  page.on('pageerror', ({ message }) => refused.push(message));
  page.on('dialog', (dialog) => {
    refused.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  return { page, refused, close: () => context.close() };
}

/** Loads the checker into a page, once. */
export const loadAxe = (page: Page): Promise<unknown> => page.evaluate(axeSource);

/** Findings of axe, of every rule, the size of targets (WCAG 2.2), and names that speech control does not find. */
export const findingsOf = (page: Page): Promise<unknown> =>
  findings(page, `rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } }`);

/** Findings of the rules that compare colours: what else a page is does not depend on the scheme. */
export const colourFindingsOf = (page: Page): Promise<unknown> =>
  findings(page, `runOnly: ['color-contrast', 'link-in-text-block']`);

const findings = (page: Page, options: string): Promise<unknown> =>
  page.evaluate(
    // A page that was just given the other colours has drawn them, and no colour is still on its way.
    `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      .then(() => Promise.all(document.getAnimations()
        .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
        .map((one) => one.finished.catch(() => null))))
      .then(() => axe.run({ resultTypes: ['violations'], preload: false, ${options} }))
      .then((all) => all.violations.map((one) => [one.id, one.nodes[0].html]))`,
  );

/** How many pixels the page is wider than the window. */
export const overflowOf = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const startRecording = `
  window.stops = [];
  document.addEventListener('focusin', ({ target }) => {
    const style = getComputedStyle(target);
    const label = target.getAttribute('aria-label') ?? target.labels?.[0]?.textContent ?? target.textContent;
    const name = (label || target.value || '').replace(/\\s+/g, ' ').trim();
    const isSeen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    window.stops.push([target.localName + ' "' + name + '"', isSeen, [...document.querySelectorAll('*')].indexOf(target)]);
  });
  [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((one) => one.getClientRects().length > 0 && !one.disabled).length`;

export interface Stop {
  readonly name: string;
  /** The focus has an outline of two pixels at least. */
  readonly isSeen: boolean;
  /** Place in the document. */
  readonly place: number;
}

/** The stops of the Tab key, in their order; `trapped` if the key does not lead round. */
export async function tabStops(page: Page): Promise<{ readonly stops: readonly Stop[]; readonly trapped: boolean }> {
  // The browser gives a field the first focus some time after the page is loaded. A condition that is asked again and again
  // would be compiled each time, which the policy of the page refuses.
  await page.evaluate(`new Promise((focused) => {
    const field = document.querySelector('[autofocus]');
    if (field === null || document.activeElement.autofocus) focused();
    else field.addEventListener('focus', () => focused(), { once: true });
  })`);
  const count = Number(await page.evaluate(startRecording));
  // A date has a stop for each of its parts.
  const presses = count + 2 + 4 * (await page.locator('input[type="date"]').count());
  for (let press = 0; press < presses; press += 1) await page.keyboard.press('Tab');
  const all = await page.evaluate<readonly (readonly [string, boolean, number])[]>('window.stops');
  const again = all.findIndex(([, , place], index) => index > 0 && place === all[0]?.[2]);
  const stops = all.slice(0, again === -1 ? all.length : again);
  return { stops: stops.map(([name, isSeen, place]) => ({ name, isSeen, place })), trapped: again === -1 };
}
