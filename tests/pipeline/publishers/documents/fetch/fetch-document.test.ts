import * as assert from 'uvu/assert';
import { gzipSync } from 'node:zlib';
import type { ProfileFile } from '../../../../../pipeline/documents/reading/profiles/schema.ts';
import {
  afterCapture,
  type DocumentState,
} from '../../../../../pipeline/publishers/documents/schedule/document-state.ts';
import { fetchDocument, captureFromFile } from '../../../../../pipeline/publishers/documents/fetch/fetch-document.ts';
import type { DocumentCapture } from '../../../../../schemas/generated/records.ts';
import { challengePages, words } from '../pages.ts';
import { type Handler, html, plannedOf, redirect, type Site, siteSuite, type World, worldOf } from '../server.ts';

const test = siteSuite('a fetch of a document');

const hour = 3_600_000;
const never = new AbortController().signal;
const page = (text: string, more = ''): string =>
  `<html><head><title>Terms</title></head><body><main><h1>Terms</h1><p>${text}</p>${more}</main></body></html>`;
const terms = page(words(80));

interface WatchedFetch {
  readonly capture: DocumentCapture;
  readonly state: DocumentState;
}

type Kind = 'whitepaper' | 'terms' | 'report' | 'page';
interface FetchSetup {
  readonly path?: string;
  readonly kind?: Kind;
  readonly files?: readonly ProfileFile[];
  readonly extractor?: string;
}

/** One fetch of a document after another, an hour apart; each is preceded by a change of the site. */
async function fetches(
  site: Site,
  steps: readonly (() => void)[],
  given: FetchSetup = {},
): Promise<readonly WatchedFetch[]> {
  const { path = '/terms', kind = 'terms', files = [], extractor = 'terms' } = given;
  const world: World = await worldOf(site, { files });
  const [document] = plannedOf([{ url: `http://issuer.test:${site.port}${path}`, kind, extractor }], world);
  assert.ok(document);
  const made: WatchedFetch[] = [];
  let state: DocumentState | null = null;
  for (const change of steps) {
    change();
    const capture = await fetchDocument(document, state, world.deps, never);
    state = afterCapture(state, capture);
    made.push({ capture, state });
    world.clock.now += hour;
  }
  return made;
}

const first = async (site: Site, set: () => void, given?: FetchSetup): Promise<DocumentCapture> => {
  const [fetched] = await fetches(site, [set], given);
  assert.ok(fetched);
  return fetched.capture;
};

test('a page is fetched, stored and measured', async ({ site }) => {
  const capture = await first(site, () => site.pages.set('/terms', html(terms, { etag: '"1"' })));
  assert.is(capture.outcome, 'ok', capture.message ?? '');
  assert.is(capture.status, 200);
  assert.is(capture.documentClass, 'html');
  assert.is(capture.etag, '"1"');
  assert.is(capture.reading?.ended, 'whole');
  assert.match(capture.measures ?? '', '"words":81');
  assert.equal(site.hits, ['issuer.test/robots.txt', 'issuer.test/terms']);
});

const body =
  (bytes: string | Buffer, headers: Readonly<Record<string, string>> = {}, status = 200): Handler =>
  (_, response) => {
    response.writeHead(status, headers).end(bytes);
  };
/** Never answers; `at` lets the time limit pass in its place. */
const hang: Handler = () => undefined;
/** The handler on this site. */
const at = (site: Site, handler: Handler): Handler => (handler === hang ? () => site.timer.expire() : handler);
/** Answers with another protocol, and sends nothing in it. */
const switching: Handler = (_, response) => {
  response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
};
const cut: Handler = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' });
  response.write(terms, () => response.destroy());
};
const endless: Handler = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  const more = (): void => {
    while (response.write(Buffer.alloc(1024 * 1024, 'a'))) if (response.destroyed) return;
    response.once('drain', more);
  };
  more();
};

type Outcome = readonly [
  name: string,
  handler: Handler | ((port: number) => Handler),
  outcome: string,
  message?: RegExp,
];
const outcomes: readonly Outcome[] = [
  ['404', html('', {}, 404), 'gone'],
  ['410', html('', {}, 410), 'gone'],
  ['not found at 200', html(page(words(20)).replace('Terms', 'Page not found')), 'gone'],
  ['500', html('', {}, 500), 'http_error', /status 500/],
  ['206 to a whole request', html(terms, {}, 206), 'http_error'],
  ['304 without a question', body('', {}, 304), 'http_error'],
  ['an answer that never ends', endless, 'net_error', /larger than/],
  ['10 GiB announced', body('x', { 'content-length': `${10 * 1024 ** 3}` }), 'net_error', /announces more than/],
  ['an answer that never comes', hang, 'net_error', /did not answer in full/],
  ['another protocol', switching, 'http_error', /status 101/],
  ['an answer that is cut off', cut, 'suspect_truncation'],
  [
    'gzip without its end',
    body(gzipSync(terms).subarray(0, 100), { 'content-encoding': 'gzip' }),
    'suspect_truncation',
  ],
  [
    'gzip of 60 MB',
    body(gzipSync(Buffer.alloc(60 * 1024 ** 2)), { 'content-encoding': 'gzip' }),
    'net_error',
    /inflates/,
  ],
  ['nothing', html(''), 'empty'],
  ['a shell', html('<div id="root"></div>'), 'empty'],
  ['a wall', html(page(words(60), '<input type="password">')), 'wrong_type'],
  ['bytes', body(Buffer.from([0, 1, 2, 3]), { 'content-type': 'text/html' }), 'wrong_type'],
  ['a PDF that is cut off, as HTML', body('%PDF-1.7\n1 0 obj', { 'content-type': 'text/html' }), 'suspect_truncation'],
  ['text as PDF', body(words(60), { 'content-type': 'application/pdf' }), 'ok'],
  [
    'the wrong charset',
    html(terms.replace('holders', 'h\xe9'), { 'content-type': 'text/html; charset=klingon' }),
    'ok',
  ],
  ['a challenge at 403', html(challengePages[0]?.html ?? '', {}, 403), 'anti_bot'],
  ['a challenge by its header', html(terms, { 'cf-mitigated': 'challenge' }), 'anti_bot'],
  [
    'a redirect within the site',
    (port: number) => redirect(`http://www.issuer.test:${port}/new`),
    'redirected_same_host',
  ],
  ['a redirect to another site', (port: number) => redirect(`http://other.test:${port}/new`), 'moved'],
  ['a redirect to a private address', redirect('http://10.0.0.1/'), 'invalid_url'],
  ['a redirect to the metadata service', redirect('http://169.254.169.254/latest'), 'invalid_url'],
  ['a redirect to another port', redirect('http://issuer.test:25/'), 'invalid_url'],
  ['a redirect to a file', redirect('file:///etc/passwd'), 'invalid_url'],
  ['a redirect with a password', redirect('http://a:b@issuer.test/'), 'invalid_url'],
  ['a redirect without an address', html('', {}, 302), 'http_error'],
  ['a redirect in a circle', redirect('/terms'), 'http_error', /redirects more than 5 times/],
  ['a redirect to a very long address', redirect(`/${'a'.repeat(3_000)}`), 'invalid_url', /longer than 2048/],
];
for (const [name, handler, outcome, message] of outcomes) {
  test(`a server that sends ${name}`, async ({ site }) => {
    const set = (): void => {
      site.pages.set('/new', html(terms));
      site.pages.set(
        '/terms',
        handler.length === 1 ? (handler as (port: number) => Handler)(site.port) : at(site, handler as Handler),
      );
    };
    const capture = await first(site, set);
    assert.is(capture.outcome, outcome, capture.message ?? '');
    if (message !== undefined) assert.match(capture.message ?? '', message);
    const isRead = ['ok', 'moved', 'redirected_same_host'].includes(outcome);
    assert.is(capture.sha256 !== null, isRead, 'bytes are stored when they are content');
    assert.is(capture.measures !== null, isRead);
  });
}

const robots: readonly (readonly [name: string, handler: Handler | null, outcome: string, requested: boolean])[] = [
  ['404', null, 'ok', true],
  ['403', body('', {}, 403), 'ok', true],
  ['a page', html('<p>hello'), 'ok', true],
  ['rules that permit', body('User-agent: *\nDisallow: /private'), 'ok', true],
  ['rules that forbid', body('User-agent: *\nDisallow: /terms'), 'robots', false],
  ['rules of any media type', body('User-agent: *\nDisallow: /', { 'content-type': 'image/png' }), 'robots', false],
  ['503', body('', { 'retry-after': '60' }, 503), 'robots', false],
  ['429', body('', {}, 429), 'robots', false],
  ['no answer', hang, 'net_error', false],
  ['another protocol', switching, 'robots', false],
  ['a cut answer', cut, 'net_error', false],
  ['a redirect to a private address', redirect('http://127.0.0.1/robots.txt'), 'invalid_url', false],
];
for (const [name, handler, outcome, requested] of robots) {
  test(`robots.txt: ${name}`, async ({ site }) => {
    const set = (): void => {
      if (handler !== null) site.pages.set('/robots.txt', at(site, handler));
      site.pages.set('/terms', html(terms));
    };
    const capture = await first(site, set);
    assert.is(capture.outcome, outcome, capture.message ?? '');
    assert.is(site.hits.includes('issuer.test/terms'), requested);
  });
}

test('robots.txt of each hop is asked, also on another site', async ({ site }) => {
  const capture = await first(site, () => {
    site.pages.set('/terms', redirect(`http://other.test:${site.port}/terms2`));
    site.pages.set('other.test/robots.txt', body('User-agent: attestry\nDisallow: /'));
    site.pages.set('/terms2', html(terms));
  });
  assert.is(capture.outcome, 'robots');
  assert.not.ok(site.hits.includes('other.test/terms2'));
});

test('an unmodified document refers to the earlier bytes, by 304 and by its text', async ({ site }) => {
  const asked: (string | undefined)[] = [];
  const nonce =
    (value: number): Handler =>
    (request, response) => {
      asked.push(request.headers['if-none-match']);
      if (request.headers['if-none-match'] === '"2"') response.writeHead(304).end();
      else html(page(words(80), `<script>nonce=${value}</script>`), { etag: `"${value}"` })(request, response);
    };
  const made = await fetches(site, [
    () => site.pages.set('/terms', nonce(1)),
    () => site.pages.set('/terms', nonce(2)),
    () => undefined,
  ]);
  assert.equal(
    made.map(({ capture }) => capture.outcome),
    ['ok', 'not_modified', 'not_modified'],
  );
  assert.equal(
    made.map(({ capture }) => capture.status),
    [200, 200, 304],
  );
  assert.equal(asked, [undefined, '"1"', '"2"'], 'the newest validators are sent');
  assert.is(new Set(made.map(({ capture }) => capture.sha256)).size, 1, 'the bytes of the first are kept');
  assert.is(made[2]?.capture.reading?.sha256, made[0]?.capture.reading?.sha256);
});

test('an ETag that lies hides nothing but what the site hides', async ({ site }) => {
  const made = await fetches(site, [
    () => site.pages.set('/terms', html(terms, { etag: '"same"' })),
    () => site.pages.set('/terms', html(page(`${words(80)} and more`), { etag: '"same"' })),
  ]);
  assert.equal(
    made.map(({ capture }) => capture.outcome),
    ['ok', 'ok'],
  );
});

test('a failed fetch touches nothing that was read, and the comparison goes on afterwards', async ({ site }) => {
  const made = await fetches(site, [
    () => site.pages.set('/terms', html(terms)),
    () => site.pages.set('/terms', html(challengePages[0]?.html ?? '')),
    () => site.pages.set('/terms', html(page(`${words(80)} A fee applies.`))),
  ]);
  assert.equal(
    made.map(({ capture }) => capture.outcome),
    ['ok', 'anti_bot', 'ok'],
  );
  assert.is(made[1]?.state.good?.sha256, made[0]?.capture.sha256 ?? '');
  const { comparisons } = JSON.parse(made[2]?.capture.measures ?? '') as { comparisons: { against: string }[] };
  const { textHash } = JSON.parse(made[0]?.capture.measures ?? '') as { textHash: string };
  assert.equal(
    comparisons.map(({ against }) => against),
    [textHash],
  );
});

const follow: readonly ProfileFile[] = [
  { id: 'report/x', extends: 'reserve-report', follow: { newestBy: 'dateInText', text: ['Examination Report'] } },
];
const index = (...months: readonly string[]): Handler =>
  html(
    page('Reports', months.map((month) => `<a href="/${month}.html">Examination Report, ${month} 2025</a>`).join('')),
  );

test('a month of reports through an index page is one source', async ({ site }) => {
  for (const month of ['May', 'June']) site.pages.set(`/${month}.html`, html(page(`${month} ${words(80)}`)));
  const made = await fetches(
    site,
    [
      () => site.pages.set('/reports', index('May')),
      () => undefined,
      () => site.pages.set('/reports', index('May', 'June')),
      () => site.pages.set('/reports', html(page('Reports', '<a href="/news">News</a>'))),
    ],
    { path: '/reports', kind: 'report', files: follow, extractor: 'report/x' },
  );
  assert.equal(
    made.map(({ capture }) => capture.outcome),
    ['ok', 'not_modified', 'ok', 'empty'],
  );
  assert.equal(
    made.slice(0, 3).map(({ capture }) => new URL(capture.finalUrl ?? '').pathname),
    ['/May.html', '/May.html', '/June.html'],
  );
  assert.equal(
    made.slice(0, 3).map(({ capture }) => capture.hops),
    [1, 1, 1],
  );
  assert.is(new Set(made.map(({ capture }) => capture.documentId)).size, 1);
});

test('the address of a white paper leads to the document behind its page', async ({ site }) => {
  const paper = page(words(90), Array.from({ length: 12 }, (_, number) => `<p>E.${number} ${words(9)}</p>`).join(''));
  site.pages.set('/paper.xhtml', html(paper));
  const given = { path: '/landing', kind: 'whitepaper', extractor: 'white-paper' } as const;
  const landing = html(page(words(60), '<a href="/paper.xhtml">Read the white paper</a>'));
  const made = await fetches(site, [() => site.pages.set('/landing', landing), () => undefined], given);
  assert.equal(
    made.map(({ capture }) => new URL(capture.finalUrl ?? '').pathname),
    ['/paper.xhtml', '/paper.xhtml'],
  );
  assert.equal(
    made.map(({ capture }) => capture.outcome),
    ['ok', 'not_modified'],
  );
  const itself = await first(site, () => site.pages.set('/landing', html(paper)), given);
  assert.is(new URL(itself.finalUrl ?? '').pathname, '/landing');
});

test('24 assets and two profiles on one address are one request', async ({ site }) => {
  const world = await worldOf(site);
  const url = `http://issuer.test:${site.port}/terms`;
  const declared = Array.from({ length: 24 }, (_, number) => ({
    url,
    assetId: `a${String(number).padStart(2, '0')}`,
    extractor: number % 2 === 0 ? 'terms' : 'page',
  }));
  site.pages.set('/terms', html(terms));
  const planned = plannedOf(declared, world);
  assert.is(planned.length, 1);
  const [document] = planned;
  assert.ok(document);
  const capture = await fetchDocument(document, null, world.deps, never);
  assert.equal(site.hits, ['issuer.test/robots.txt', 'issuer.test/terms']);
  assert.is(capture.declared.length, 24);
  const profiles = [...new Set(capture.declared.map(({ profileSha256 }) => profileSha256 ?? ''))];
  assert.is(profiles.length, 2);
  for (const sha256 of profiles) assert.ok(await world.deps.artifacts.has(sha256));
});

test('a profile that is gone leaves the source to be fetched and not read', async ({ site }) => {
  const capture = await first(site, () => site.pages.set('/terms', html(terms)), { extractor: 'gone/profile' });
  assert.is(capture.outcome, 'ok');
  assert.equal(
    capture.declared.map(({ extractor, profile }) => [extractor, profile]),
    [['gone/profile', null]],
  );
});

test('requests of a lane are a second apart, or as its robots.txt states', async ({ site }) => {
  const world = await worldOf(site);
  site.pages.set('/robots.txt', body('User-agent: *\nCrawl-delay: 20'));
  site.pages.set('/terms', redirect('/new'));
  site.pages.set('/new', html(terms));
  const [document] = plannedOf([{ url: `http://issuer.test:${site.port}/terms` }], world);
  assert.ok(document);
  const started = world.clock.now;
  await fetchDocument(document, null, world.deps, never);
  assert.is(world.clock.now - started, 20_000 + 20_000);
});

test('429 with Retry-After closes the lane', async ({ site }) => {
  const world = await worldOf(site);
  site.pages.set('/terms', html('', { 'retry-after': '3600' }, 429));
  const [document] = plannedOf([{ url: `http://issuer.test:${site.port}/terms` }], world);
  assert.ok(document);
  const capture = await fetchDocument(document, null, world.deps, never);
  assert.is(capture.outcome, 'http_error');
  assert.is((world.lanes.get('issuer.test')?.closedUntil ?? 0) - world.clock.now, hour);
});

test('a server error of robots.txt counts as no rules after 30 days', async ({ site }) => {
  const world = await worldOf(site);
  site.pages.set('/robots.txt', html('', {}, 503));
  site.pages.set('/terms', html(terms));
  const [document] = plannedOf([{ url: `http://issuer.test:${site.port}/terms` }], world);
  assert.ok(document);
  let state: DocumentState | null = null;
  const seen: string[] = [];
  for (let week = 0; week < 6; week += 1) {
    state = afterCapture(state, await fetchDocument(document, state, world.deps, never));
    seen.push(state.outcome);
    world.clock.now += 7 * 24 * hour;
  }
  assert.equal(seen, ['robots', 'robots', 'robots', 'robots', 'robots', 'ok']);
});

test('a clock that was set back makes no capture older than the last', async ({ site }) => {
  const world = await worldOf(site);
  site.pages.set('/terms', html(terms));
  const [document] = plannedOf([{ url: `http://issuer.test:${site.port}/terms` }], world);
  assert.ok(document);
  const state = afterCapture(null, await fetchDocument(document, null, world.deps, never));
  world.clock.now -= 24 * hour;
  const again = await fetchDocument(document, state, world.deps, never);
  assert.ok(again.asOf > state.lastAsOf);
});

test('a file is read and judged as if the address had sent it', async ({ site }) => {
  const world = await worldOf(site);
  const [document] = plannedOf([{ url: 'https://issuer.test/terms' }], world);
  assert.ok(document);
  const asOf = Date.parse('2025-01-01T00:00:00Z');
  const fetch = (text: string): Promise<DocumentCapture> =>
    captureFromFile(document, null, { bytes: Buffer.from(text), asOf }, world.deps, never);
  const capture = await fetch(terms);
  assert.equal([capture.outcome, capture.obtained, capture.asOf, capture.status], ['ok', 'imported', asOf, null]);
  assert.is((await fetch(terms)).captureId, capture.captureId, 'the same file twice is one capture');
  assert.is((await fetch(challengePages[0]?.html ?? '')).outcome, 'anti_bot');
  assert.equal(site.hits, []);
});

test.run();
