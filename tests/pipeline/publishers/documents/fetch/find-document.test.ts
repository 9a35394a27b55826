import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Profile } from '../../../../../pipeline/documents/reading/profiles/schema.ts';
import { documentBehind, followIndex } from '../../../../../pipeline/publishers/documents/fetch/find-document.ts';
import { latestDateIn } from '../../../../../pipeline/publishers/documents/fetch/link-dates.ts';
import { unwrapped } from '../../../../../pipeline/publishers/documents/sites/wrappers.ts';

const page = 'https://issuer.test/reports/';
type Link = readonly [href: string, text: string, path?: string];
const linksOf = (links: readonly Link[]) => ({
  base: null,
  links: links.map(([href, text, path = 'body>a']) => ({ href, text, path })),
});
const found = (result: ReturnType<typeof documentBehind>): string =>
  result.kind === 'found' ? result.url : result.reason;

const profile = (follow: Profile['follow'], hosts?: string[]): Profile => ({
  id: 'p',
  ...(follow === undefined ? {} : { follow }),
  ...(hosts === undefined ? {} : { hosts }),
});
const byDate = { newestBy: 'dateInText' } as const;

const follows: readonly (readonly [name: string, links: readonly Link[], profile: Profile, expected: string])[] = [
  [
    'the newest date of the texts',
    [
      ['a.pdf', 'May 2025'],
      ['b.pdf', 'June 2025'],
      ['c.pdf', 'April 2025'],
    ],
    profile(byDate),
    'https://issuer.test/reports/b.pdf',
  ],
  [
    'a date of the address',
    [
      ['2025-05-31.pdf', 'Report'],
      ['2025-06-30.pdf', 'Report'],
    ],
    profile(byDate),
    'https://issuer.test/reports/2025-06-30.pdf',
  ],
  [
    'the text before the address',
    [
      ['2025-09.pdf', 'May 2025'],
      ['2025-01.pdf', 'June 2025'],
    ],
    profile(byDate),
    'https://issuer.test/reports/2025-01.pdf',
  ],
  [
    'the place without a date',
    [
      ['a.pdf', 'Newest'],
      ['b.pdf', 'Older'],
    ],
    profile(byDate),
    'https://issuer.test/reports/a.pdf',
  ],
  [
    'the place if the profile names it',
    [
      ['a.pdf', 'May 2025'],
      ['b.pdf', 'June 2025'],
    ],
    profile({ newestBy: 'place' }),
    'https://issuer.test/reports/a.pdf',
  ],
  [
    'two newest',
    [
      ['a.pdf', 'June 2025'],
      ['b.pdf', 'June 2025'],
    ],
    profile(byDate),
    'Several links of the index page are the newest.',
  ],
  [
    'one address twice is one',
    [
      ['a.pdf', 'June 2025'],
      ['a.pdf#page=1', 'Download'],
    ],
    profile(byDate),
    'https://issuer.test/reports/a.pdf',
  ],
  [
    'none',
    [['a.html', 'News']],
    profile({ ...byDate, selector: "a[href$='.pdf']" }),
    'No link of the index page fits the profile.',
  ],
  [
    'a selector',
    [
      ['a.pdf', 'June 2026', 'nav>a'],
      ['b.pdf', 'June 2025', 'main>ul.reports>li>a'],
    ],
    profile({ ...byDate, selector: '.reports a' }),
    'https://issuer.test/reports/b.pdf',
  ],
  [
    'a text with a gap',
    [
      ['a.pdf', 'Blog of June 2026'],
      ['b.pdf', 'Attestation of our Report, June 2025'],
    ],
    profile({ ...byDate, text: ['Attestation * Report'] }),
    'https://issuer.test/reports/b.pdf',
  ],
  [
    'another site',
    [
      ['https://evil.test/2030-01-01.pdf', 'June 2030'],
      ['b.pdf', 'June 2025'],
    ],
    profile(byDate),
    'https://issuer.test/reports/b.pdf',
  ],
  [
    'another site that the profile names',
    [
      ['https://cdn.files.test/x.pdf', 'July 2025'],
      ['b.pdf', 'June 2025'],
    ],
    profile(byDate, ['cdn.files.test']),
    'https://cdn.files.test/x.pdf',
  ],
  [
    'a subdomain',
    [['https://files.issuer.test/x.pdf', 'July 2025']],
    profile(byDate),
    'https://files.issuer.test/x.pdf',
  ],
  [
    'other schemes',
    [
      ['javascript:alert(1)', 'July 2025'],
      ['mailto:a@b.test', 'July 2026'],
      ['file:///etc/passwd', 'July 2026'],
    ],
    profile(byDate),
    'No link of the index page fits the profile.',
  ],
];
for (const [name, links, followed, expected] of follows) {
  test(`the document of an index page: ${name}`, () =>
    assert.is(found(followIndex(linksOf(links), page, followed)), expected));
}

test('a month of reports: each new one is followed', () => {
  const months = ['March', 'April', 'May', 'June'];
  for (let newest = 1; newest <= months.length; newest += 1) {
    const links = months.slice(0, newest).map((month): Link => [`${month}.pdf`, `Examination Report, ${month} 2025`]);
    assert.is(found(followIndex(linksOf(links), page, profile(byDate))), `${page}${months[newest - 1]}.pdf`);
  }
});

const behind: readonly (readonly [name: string, links: readonly Link[], expected: string])[] = [
  [
    'one PDF',
    [
      ['paper.pdf', 'here'],
      ['/', 'Home'],
    ],
    'https://issuer.test/reports/paper.pdf',
  ],
  [
    'the tagged form before the printed one',
    [
      ['paper.pdf', ''],
      ['paper.xhtml', ''],
    ],
    'https://issuer.test/reports/paper.xhtml',
  ],
  [
    'two documents',
    [
      ['paper.pdf', ''],
      ['audit.pdf', ''],
    ],
    'The page has links to 2 documents.',
  ],
  ['by its text', [['/download/17', 'White Paper']], 'https://issuer.test/download/17'],
  ['none', [['/', 'Home']], 'The page has no link to a document.'],
  ['itself', [[page, 'White paper']], 'The page has no link to a document.'],
];
for (const [name, links, expected] of behind) {
  test(`the document behind a landing page: ${name}`, () =>
    assert.is(found(documentBehind(linksOf(links), page)), expected));
}

const dates: readonly (readonly [text: string, date: number | null])[] = [
  ['June 2025', 20250631],
  ['30 June 2025', 20250630],
  ['the 30th of June, 2025', 20250630],
  ['June 30, 2025', 20250630],
  ['Jun-30-2025', 20250630],
  ['usdx_2025_06_30.pdf', 20250630],
  ['20250630', 20250630],
  ['2025-06', 20250631],
  ['2025 June', 20250631],
  ['As of May 30, 2025, published July 2, 2025', 20250702],
  ['Q2 2025', null],
  ['junebug 2025', null],
  ['2025-13-01', null],
  ['id 120250630', null],
  ['1.2025-06', 20250631],
  ['', null],
];
for (const [text, date] of dates) test(`the date of "${text}"`, () => assert.is(latestDateIn(text), date));

// Backtracking over either text takes minutes.
for (const text of ['june '.repeat(100_000), '1'.repeat(100_000)]) {
  test(`no date in a long text of "${text.slice(0, 5)}"`, () => assert.is(latestDateIn(text), null));
}

const wrapped: readonly (readonly [address: string, expected: string])[] = [
  ['https://issuer.test/a?url=https://b.test/', 'https://issuer.test/a?url=https://b.test/'],
  ['https://urldefense.com/v3/__https://issuer.test/a.pdf__;!!x!y$', 'https://issuer.test/a.pdf'],
  [
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fissuer.test%2Fa.pdf&data=1',
    'https://issuer.test/a.pdf',
  ],
  ['https://github.com/o/r/blob/main/docs/a.pdf', 'https://raw.githubusercontent.com/o/r/main/docs/a.pdf'],
  ['https://gitlab.com/o/r/-/blob/main/a.pdf', 'https://gitlab.com/o/r/-/raw/main/a.pdf'],
  [
    'https://drive.google.com/file/d/1aB_c-D/view?usp=sharing',
    'https://drive.google.com/uc?export=download&id=1aB_c-D',
  ],
  ['https://www.dropbox.com/s/x/a.pdf?dl=0', 'https://www.dropbox.com/s/x/a.pdf?dl=1'],
  [
    'https://view.officeapps.live.com/op/view.aspx?src=https%3A%2F%2Fgithub.com%2Fo%2Fr%2Fblob%2Fm%2Fa.pdf',
    'https://raw.githubusercontent.com/o/r/m/a.pdf',
  ],
  [
    'https://view.officeapps.live.com/op/view.aspx?src=file%3A%2F%2F%2Fetc',
    'https://view.officeapps.live.com/op/view.aspx?src=file%3A%2F%2F%2Fetc',
  ],
  ['https://www.google.com/url?q=javascript:alert(1)', 'https://www.google.com/url?q=javascript:alert(1)'],
  ['not an address', 'not an address'],
];
for (const [address, expected] of wrapped) test(`unwrapped: ${address}`, () => assert.is(unwrapped(address), expected));

test.run();
