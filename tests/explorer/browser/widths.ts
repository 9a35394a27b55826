/** Every page with texts that are wider than a window, and with all that tables can have. */
import type { Browser, Page as Tab } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { FeedRun, RecordAuthority } from '../../../schemas/generated/records.ts';
import { asset, assetId, change, day, issuer, now } from '../../api/records.ts';
import * as folded from '../../pipeline/changes/builders.ts';
import { pages } from '../every-page.ts';
import { openWorld, type World } from '../world.ts';
import { overflowOf, type Visitor, visitorOf } from './page-findings.ts';

/** A word of 66 characters: a transaction hash is one. */
const longWord = `0x${'9'.repeat(64)}`;
const longAddress = `https://issuer.example/${'a'.repeat(80)}/terms`;
const write = (text: string): string => `${text} ${longWord} ${longAddress}`;

const authority = (type: string, part: Partial<RecordAuthority>): RecordAuthority => ({
  id: type,
  type,
  address: `0x${'8'.repeat(40)}`,
  accountType: 'regular',
  accountKind: null,
  signers: [],
  threshold: null,
  verified: false,
  observedAt: now,
  ...part,
});
const file = (feed: string, asOf: number, part: Partial<FeedRun>): FeedRun => ({
  runId: `${feed} ${asOf}`,
  captureId: 'c',
  feed,
  status: 'accepted',
  asOf,
  sha256: 'a'.repeat(64),
  rows: 12_345,
  added: 1,
  changed: 2,
  removed: 3,
  editorial: 0,
  corrected: 0,
  held: 0,
  reason: null,
  alarms: [],
  forced: false,
  parserVersion: '1',
  ...part,
});

export interface WideWorld extends World {
  /** Names and paths of pages beyond the common ones. */
  readonly further: readonly (readonly [name: string, path: string])[];
}

export async function openWideWorld(): Promise<WideWorld> {
  const world = await openWorld({ write });
  const { api, key } = world;
  const [own] = [folded.assetId];
  await api.declare(
    asset(4, {
      name: write('Token four'),
      symbol: 'TK4',
      decimals: null,
      authorities: [
        authority('owner', { accountKind: 'timelock' }),
        authority('mint_authority', {}),
        authority('freeze_authority', { accountType: 'multisig', signers: [longWord, longWord], threshold: 2 }),
      ],
    }),
    asset(5, { symbol: 'TK5', name: write('Token five'), issuer: null }),
    ...(['ethereum', 'base'] as const).map((chain, n) =>
      asset(7 + n, { chain, issuer: issuer({ partyId: 'long', name: write('Issuer') }) }),
    ),
  );
  await api.fixture.project('feed.runs', [
    file('esma-emtwp', now - 9 * day, { alarms: [write('A cell is empty.')] }),
    file('esma-emtwp', now - day, { status: 'rejected', reason: write('The file is cut off.') }),
    file('ofac-addresses', now - 800 * day, {}),
  ]);
  const chain = { field: 'chain_reading', sourceKey: 'chain:eip155:8453', artifactId: 'a'.repeat(64) };
  await api.fixture.project('observations', [
    folded.observation({ ...chain, value: 'not_observed', observedAt: now }),
    folded.observation({ field: 'supply', sourceKey: longWord, value: '1', observedAt: now }),
  ]);
  const listed = change('listed', 3, {
    assetId: own,
    category: 'sanctions',
    changeKind: 'listed',
    sourceKey: 'list:ofac-addresses',
    explanation: {
      ...change('listed', 3).explanation,
      headline: write('A list names the token'),
      previous: { label: 'Entry', value: 'no matching entry', note: null },
      current: { label: 'Entry', value: write('EXAMPLE HOLDING; exact identifier'), note: null },
    },
  });
  await api.detect(listed);
  const watched = await api.watch(key, assetId(4));
  const itemOf = await api.watch(key, assetId(5));
  return {
    ...world,
    further: [
      ['a searched address', `/?q=${longWord}`],
      ['a search with many results', '/?q=Acme'],
      ['a searched word', `/?q=${'w'.repeat(190)}`],
      ['a token with authorities', `/verified-assets/${asset(4).address}/ethereum`],
      ['a token without an issuer, searched', `/watchlist?add=${longWord}`],
      ['a token whose issuer has a long name', `/verified-assets/${asset(7).address}/ethereum`],
      ['a match with a list', `/changes/${encodeURIComponent(listed.id)}`],
      ['a watched token with authorities', `/watchlist/${watched}`],
      ['a watched token without an issuer', `/watchlist/${itemOf}`],
      ['a source with remarks', '/sources/esma-emtwp'],
      ['changes of a year', '/changes?days=365'],
    ],
  };
}

/** Opens every page at a width, in a scheme, and fails on the first pixel beyond the window. */
export async function checkWidth(
  browser: Browser,
  world: WideWorld,
  width: number,
  colorScheme: 'dark' | 'light',
): Promise<void> {
  const reader = await visitorOf(browser, world, { width });
  const stranger = await visitorOf(browser, world, { as: 'stranger', width });
  const visit = async ({ page }: Visitor, name: string, path: string, drawnBy?: string): Promise<void> => {
    await page.goto(world.address(path));
    if (drawnBy !== undefined) await page.locator(drawnBy).first().waitFor();
    assert.is(await overflowOf(page), 0, `${name} is wider than ${width} px`);
    if (drawnBy === undefined) assert.equal(await hiddenControls(page), [], `${name} at ${width} px`);
    if (drawnBy === undefined) assert.equal(await squeezed(page), [], `${name} at ${width} px`);
    if (drawnBy === undefined) assert.equal(await atTheEdge(page), [], `${name} at ${width} px`);
  };
  for (const { page } of [reader, stranger]) await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  for (const { name, path, for: who, drawnBy } of pages) {
    await visit(who === 'reader' ? reader : stranger, name, path(world), drawnBy);
  }
  for (const [name, path] of world.further) await visit(reader, name, path);
  await reader.close();
  await stranger.close();
}

/** On a wide page: tables with columns out of sight, and headings that a neighbour squeezes to a few letters a line. */
const squeezed = (page: Tab): Promise<unknown> =>
  page.evaluate(`document.documentElement.clientWidth < 1100 ? [] : [
    ...[...document.querySelectorAll('.scroll:has(> table), .scroll > :has(> table)')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1),
    ...[...document.querySelectorAll('h1')].filter((one) => one.getBoundingClientRect().width < 240
      && one.getBoundingClientRect().height > 200),
  ].map((one) => one.outerHTML.slice(0, 120))`);

/** Texts that touch the edge of their card. */
const atTheEdge = (page: Tab): Promise<unknown> =>
  page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const found = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const card = text.parentElement.closest('.card');
      if (card === null || text.data.trim() === '' || text.parentElement.closest('svg, .hidden, [hidden]') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const [line] = range.getClientRects();
      if (line !== undefined && line.width > 2 && line.left - card.getBoundingClientRect().left < 4) found.push(text.data.slice(0, 80));
    }
    return found;
  })()`);

/** Controls that a reader does not see without scrolling sideways. Drawings scroll by themselves. */
const hiddenControls = (page: Tab): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('header a, main a, main button, main input, main summary')]
    .filter((one) => one.closest('svg, .skip, .hidden') === null && one.getClientRects().length > 0)
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth
      && document.documentElement.clientWidth < 700)
    .map((one) => one.outerHTML.slice(0, 120))`);
