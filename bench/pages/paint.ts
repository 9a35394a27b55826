import { existsSync } from 'node:fs';
import { type BrowserContext, chromium } from 'playwright-core';
import { atMost, type Measurement } from '../measurement.ts';
import type { Reader } from './reader.ts';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const painted: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ['asset', '/verified-assets/0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48/ethereum'],
  ['changes of a year', '/changes?days=365'],
  ['inbox', '/inbox'],
  ['watchlist', '/watchlist'],
  ['entity', '/entities/969500OYUDADGZKCR583'],
  ['sources', '/sources'],
];

/** Widths of a window: of a large screen and of a phone. */
const widths = [1280, 390] as const;

/** The largest paint, and how much moved afterwards, of pages in a Chromium of this machine; no figure without one. */
export async function paintOf({ cookie }: Reader, base: string): Promise<readonly Measurement[]> {
  const executablePath = process.env['TEST_CHROMIUM'] ?? usual.find((path) => existsSync(path));
  if (executablePath === undefined) {
    process.stderr.write('no Chromium: largest paint and shifts are left out\n');
    return [];
  }
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const figures: Measurement[] = [];
    for (const [name, path, width] of painted.flatMap((one) => widths.map((wide) => [...one, wide] as const))) {
      // A context of its own has an empty cache, as for a first visit.
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      const [cookieName = '', value = ''] = cookie.split('=', 2);
      await context.addCookies([{ name: cookieName, value, domain: new URL(base).hostname, path: '/' }]);
      const { paint, shift } = await visit(context, `${base}${path}`);
      await context.close();
      figures.push(
        { name: `largest paint, ${name}, ${width} px`, unit: 'ms', value: paint, floor: null, target: atMost(500) },
        { name: `layout shift, ${name}, ${width} px`, unit: '', value: shift, floor: null, target: atMost(0) },
      );
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** Runs in the page, by the protocol: the policy of the page does not apply to it. */
const observed = `new Promise((resolve) => {
  let [paint, shift] = [0, 0];
  new PerformanceObserver((list) => { for (const one of list.getEntries()) paint = one.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const one of list.getEntries()) shift += one.value; })
    .observe({ type: 'layout-shift', buffered: true });
  document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(() => resolve({ paint, shift }), 300)));
})`;

async function visit(
  context: BrowserContext,
  url: string,
): Promise<{ readonly paint: number; readonly shift: number }> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  return page.evaluate<{ readonly paint: number; readonly shift: number }>(observed);
}
