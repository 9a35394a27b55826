/**
 * Takes a picture of every page, for a person to check: `npx tsx tests/explorer/browser/walk.ts DIRECTORY [WORD…]`,
 * at two widths and in both schemes, a sheet of four a page, with plain data; `--hostile` with markup, `--odd` with long, bidirectional and stacked
 * texts, `--many` with a hundred deployments of one token. With `--demo ADDRESS` it follows the links of a running demo instead, one page of each kind, as anybody, reader and operator.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { hostileText, oddText } from '../hostile-text.ts';
import { pages } from '../every-page.ts';
import { addManyDeployments, pagesOfMany } from '../many-deployments.ts';
import { openWorld } from '../world.ts';
import { openBrowser } from './chromium.ts';
import { visitorOf } from './page-findings.ts';

const widths = [1280, 390] as const;
const schemes = ['light', 'dark'] as const;
/** Of a long page the first screens. */
const tallest = 2_400;

const given = process.argv.slice(2);
const valueOf = (flag: string): string | undefined => {
  const at = given.indexOf(flag);
  return at < 0 ? undefined : given.splice(at, 2)[1];
};
const demo = valueOf('--demo');
const writers = { '--hostile': hostileText, '--odd': oddText } as const;
const flags = Object.keys(writers) as (keyof typeof writers)[];
const flag = flags.find((one) => given.includes(one));
const isMany = given.includes('--many');
const [directory, ...words] = given.filter((one) => one !== flag && one !== '--many');
if (directory === undefined) throw new Error('name the directory of the pictures');
mkdirSync(directory, { recursive: true });

async function walkWorld(chromium: Browser, folder: string): Promise<void> {
  const world = await openWorld(flag === undefined ? {} : { write: writers[flag]() });
  const visitors = {
    reader: await visitorOf(chromium, world),
    public: await visitorOf(chromium, world, { as: 'stranger' }),
  };
  for (const { name, path, for: reader, drawnBy } of pages) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    const { page } = visitors[reader];
    await takeSheet(page, join(folder, `${name}.png`), world.address(path(world)), drawnBy);
  }
  await world.close();
}

async function walkMany(chromium: Browser, folder: string): Promise<void> {
  const world = await openWorld();
  await addManyDeployments(world);
  const { page } = await visitorOf(chromium, world);
  for (const [name, path] of pagesOfMany) await takeSheet(page, join(folder, `${name}.png`), world.address(path));
  await world.close();
}

/** One page of each kind: a path whose ids are replaced is its kind. */
const kindOf = (path: string): string =>
  path
    .replace(/[?#].*$/, '')
    .replace(/\/verified-assets\/[^/]+\/[^/]+/, '/verified-assets/A/C')
    .replace(/(changes|entities|obligations|fields|documents)\/[^/]+/, '$1/ID')
    .replace(/(sources|watchlist|webhooks|registry\/assets|registry\/parties)\/(?!documents|add)[^/]+/, '$1/ID');

async function walkDemo(chromium: Browser, folder: string, address: string): Promise<void> {
  for (const role of ['anybody', 'reader', 'operator'] as const) {
    const context = await chromium.newContext();
    const page = await context.newPage();
    if (role !== 'anybody') await enterDemo(page, address, role);
    await followLinks(context, page, { folder, address, role });
    await context.close();
  }
}

async function enterDemo(page: Page, address: string, role: string): Promise<void> {
  await page.goto(`${address}/signin`);
  await page
    .getByRole('button', { name: role === 'operator' ? 'Sign in as the operator' : 'Sign in to the demo' })
    .click();
  await page.waitForLoadState();
}

interface DemoWalk {
  readonly folder: string;
  readonly address: string;
  readonly role: string;
}

async function followLinks(_context: BrowserContext, page: Page, { folder, address, role }: DemoWalk): Promise<void> {
  const queue = ['/'];
  const seen = new Set(queue.map(kindOf));
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const name = `${role}${kindOf(path).replaceAll(/[^\w]+/g, '-')}`;
    const isWanted = words.length === 0 || words.some((word) => name.includes(word));
    // A script draws the operations of the API.
    const drawnBy = path === '/docs' ? '.opblock' : undefined;
    if (isWanted) await takeSheet(page, join(folder, `${name}.png`), `${address}${path}`, drawnBy);
    else await page.goto(`${address}${path}`);
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href^="/"]')].map((one) => one.getAttribute('href'))`,
    );
    for (const link of links) {
      if (
        /\.(?:json|xml|atom|csv|svg|bundle|txt|ndjson)|\/v1\/|\/live|bundle|\/artifacts\//.test(link) ||
        seen.has(kindOf(link))
      )
        continue;
      seen.add(kindOf(link));
      queue.push(link);
    }
  }
}

/** Four pictures of one address, beside each other. */
async function takeSheet(page: Page, file: string, address: string, drawnBy?: string): Promise<void> {
  const shots: { readonly width: number; readonly data: string }[] = [];
  for (const scheme of schemes) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(address);
      if (drawnBy !== undefined) await page.locator(drawnBy).first().waitFor();
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (wide > width) console.log(`${file}: ${wide} px wide in ${width} px, ${scheme}`);
      const clip = { x: 0, y: 0, width, height: Math.min(height, tallest) };
      shots.push({ width, data: (await page.screenshot({ fullPage: true, clip })).toString('base64') });
    }
  }
  const images = shots.map(({ width, data }) => `<img width="${width / 2}" src="data:image/png;base64,${data}">`);
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 1_710, height: 500 });
  await sheet.setContent(
    `<body style="margin:4px;display:flex;gap:8px;align-items:start;background:#777">${images.join('')}`,
  );
  writeFileSync(file, await sheet.screenshot({ fullPage: true }));
  await sheet.close();
}

const browser = await openBrowser();
if (isMany) await walkMany(browser, directory);
else await (demo === undefined ? walkWorld(browser, directory) : walkDemo(browser, directory, demo));
await browser.close();
process.exit(0);
