import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  kindOf,
  type StartAddress,
  suggestSources,
} from '../../../../../pipeline/publishers/documents/fetch/suggest.ts';
import { type Handler, type Site, startSite, worldOf } from '../server.ts';

const test = suite<{ site: Site }>('candidates for sources');
test.before.each(async (context) => {
  context.site = await startSite();
});
test.after.each(({ site }) => site.close());

const answers =
  (type: string, body: string): Handler =>
  (_request, response) =>
    void response.writeHead(200, { 'Content-Type': type }).end(body);
const page = (...links: readonly (readonly [string, string])[]): Handler =>
  answers(
    'text/html',
    `<html><body><main>${links.map(([href, text]) => `<p><a href="${href}">${text}</a></p>`).join('')}</main></body></html>`,
  );
const pdf = answers('application/pdf', '%PDF-1.4\n%%EOF');

async function suggest(site: Site, ...more: readonly StartAddress[]) {
  const { deps } = await worldOf(site);
  const start: StartAddress = { url: `http://issuer.test:${site.port}/`, kind: null, reason: 'the declared website' };
  return suggestSources([...more, start], deps, new AbortController().signal);
}

test('the words of a link name the kind of a document', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['Read our MiCA White Paper', 'whitepaper'],
    ['https://issuer.test/files/eur-whitepaper-v2.pdf', 'whitepaper'],
    ['Examination Report July 2026', 'report'],
    ['Proof of Reserves', 'report'],
    ['Terms & Conditions', 'terms'],
    ['https://issuer.test/user-agreement', 'terms'],
    ['Transparency', 'page'],
    ['Terminal', null],
    ['Careers', null],
    ['Company news', null],
  ];
  for (const [text, kind] of cases) assert.is(kindOf(text), kind, text);
});

test('links of the site are followed to its documents, each with its class and reason; other sites do not count', async ({
  site,
}) => {
  site.pages.set(
    'issuer.test/',
    page(['/transparency', 'Transparency'], ['/careers', 'Careers'], ['/legal', 'Terms of Service']),
  );
  site.pages.set(
    'issuer.test/transparency',
    page(
      ['/r/2026-07.pdf', 'Examination Report July 2026'],
      [`http://other.test:${site.port}/x.pdf`, 'White paper'],
      ['/gone.pdf', 'MiCA white paper'],
    ),
  );
  site.pages.set('issuer.test/legal', answers('text/html', '<html><body>Terms</body></html>'));
  site.pages.set('issuer.test/r/2026-07.pdf', pdf);
  const { found, problems } = await suggest(site);
  const shown = found.map(({ url, kind, documentClass, reason }) => [
    new URL(url).pathname,
    kind,
    documentClass,
    reason,
  ]);
  const home = `http://issuer.test:${site.port}/`;
  assert.equal(shown, [
    ['/transparency', 'page', 'html', `the link "Transparency" of ${home}`],
    ['/legal', 'terms', 'html', `the link "Terms of Service" of ${home}`],
    ['/r/2026-07.pdf', 'report', 'pdf', `the link "Examination Report July 2026" of ${home}transparency`],
  ]);
  assert.is(problems.length, 1);
  assert.match(problems[0] ?? '', /\/gone\.pdf: /);
  assert.not.ok(site.hits.some((hit) => hit.startsWith('other.test')));
});

test('a declared white paper is a candidate by itself; pages and candidates are bounded', async ({ site }) => {
  const many = Array.from({ length: 30 }, (_, at) => [`/terms-${at}`, 'Terms'] as const);
  site.pages.set(
    'issuer.test/',
    page(['/a-reserves', 'Reserves'], ['/b-reserves', 'Reserves'], ['/c-reserves', 'Reserves'], ...many),
  );
  for (const name of ['a', 'b', 'c']) site.pages.set(`issuer.test/${name}-reserves`, page());
  const paper = {
    url: `http://cdn.test:${site.port}/paper.pdf`,
    kind: 'whitepaper',
    reason: 'the declared white paper',
  } as const;
  site.pages.set('cdn.test/paper.pdf', pdf);
  const { found, problems } = await suggest(site, paper);
  assert.equal([found[0]?.url, found[0]?.kind, found[0]?.documentClass], [paper.url, 'whitepaper', 'pdf']);
  assert.is(problems.at(-1), '22 further links fit and were not fetched.');
  const searched = site.hits.filter((hit) => hit.endsWith('-reserves') || hit === 'issuer.test/');
  assert.equal(searched.slice(0, 3), ['issuer.test/', 'issuer.test/a-reserves', 'issuer.test/b-reserves']);
  assert.is(site.hits.filter((hit) => hit.includes('/terms-')).length, 8);
});

test('a site that forbids it is not searched', async ({ site }) => {
  site.pages.set('issuer.test/robots.txt', answers('text/plain', 'User-agent: *\nDisallow: /'));
  site.pages.set('issuer.test/', page(['/legal', 'Terms']));
  const { found, problems } = await suggest(site);
  assert.equal(found, []);
  assert.is(problems.length, 1);
  assert.equal(site.hits, ['issuer.test/robots.txt']);
});

test.run();
