/** Bad days of a document, from its server to the feed: each leaves the changes that there would be without it. */
import { constants, deflateSync, gzipSync } from 'node:zlib';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { createGuardedFetch } from '../../../../infra/fetch/guarded-fetch.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import { pdfWithGlyphs, pdfDeflatedTwice } from '../../../support/pdf.ts';
import { zipOf } from '../../../support/zip.ts';
import { contentOf, june, printedReport } from '../../documents/reading/report/printed-report.ts';
import { challengePages, words } from './pages.ts';
import { type Handler, html, redirect, type Site, siteSuite, type World } from './server.ts';
import {
  asHtml,
  asPdf,
  body,
  clauses,
  type Document,
  page,
  paper,
  paperPage,
  reserve,
  terms,
  termsText,
} from './stated-documents.ts';
import { watchDays, type WatchedDays } from './watched-days.ts';

interface BadDay {
  readonly title: string;
  readonly document: Document;
  readonly bad: (world: World) => Handler;
  readonly expected: ExpectedOutcome;
}

/** The document is read in a process of its own. */
const hostile = (document: Document): Document => ({ ...document, isHostile: true });

/** Good for two days, bad for almost one, good for two, and then changed. */
const watched = (site: Site, document: Document, bad: (world: World) => void): Promise<WatchedDays> => {
  const set = (handler: Handler) => () => void site.pages.set(document.path, handler);
  return watchDays(site, {
    ...document,
    hours: [
      [0, set(document.good)],
      [48, bad],
      [71, set(document.good)],
      [120, set(document.later)],
      [160, () => undefined],
    ],
  });
};

/** What a reader of the feed gets. */
const shown = ({ field, explanation, assessment, confirmed, before, after }: Change): readonly unknown[] => [
  ...[field, explanation.kind, assessment.direction, assessment.disposition, confirmed, before, after],
];

const undisturbed = new Map<Document, Promise<WatchedDays>>();
const without = (site: Site, document: Document): Promise<WatchedDays> => {
  const known = undisturbed.get(document) ?? watched(site, document, () => undefined);
  undisturbed.set(document, known);
  return known;
};

interface ExpectedOutcome {
  /** Outcomes of the fetches on that day. */
  readonly outcomes: readonly string[];
  /** Kinds of the changes that there are besides those of a good day: of the source, never of its values, and never notified. */
  readonly signals?: readonly string[];
  /** How the readings of that day ended, where bytes were read. */
  readonly ended?: RegExp;
  /** Why the fetches read nothing. */
  readonly message?: RegExp;
  /** It needs an amount of bytes: a day of the long suite. */
  readonly isLarge?: boolean;
}

const days: BadDay[] = [];

/** The day gives these outcomes, takes no value away and leaves every later change as it is without it. */
function badDay(title: string, document: Document, bad: BadDay['bad'], expected: ExpectedOutcome): void {
  days.push({ title, document, bad, expected });
}

const asCode = (terms: readonly string[]): string => terms.map((term) => `\`${term}\``).join(', ');

/** Rows of the table in docs/documents.md. */
export const rowsOfBadDays = (): readonly (readonly string[])[] =>
  days.map(({ title, expected: { outcomes, signals = [] } }) => [
    title,
    asCode(outcomes),
    signals.length === 0 ? 'nothing' : asCode(signals),
  ]);

/** The suite of the days that are large, or of the others. */
export function badDaysTest(large: boolean): Test<{ site: Site }> {
  const test = siteSuite('bad days of a document');
  for (const day of days) if ((day.expected.isLarge === true) === large) testDay(test, day);
  return test;
}

function testDay(test: Test<{ site: Site }>, { title, document, bad, expected }: BadDay): void {
  const { outcomes, signals = [], ended, message } = expected;
  test(title, async ({ site }) => {
    const ordinary = await without(site, document);
    const changed = ordinary.changes.filter(({ confirmed, field }) => confirmed && field !== 'capture');
    assert.ok(changed.length > 0, 'what the document states later is a change');
    const { from, changes, observations } = await watched(site, document, (world) => {
      site.pages.set(document.path, bad(world));
    });
    const [, ofThatDay = [], , [firstOfLater] = []] = from;
    assert.equal([...new Set(ofThatDay.map(({ outcome }) => outcome))], outcomes, ofThatDay[0]?.message ?? '');
    if (message !== undefined) assert.match(ofThatDay[0]?.message ?? '', message);
    if (ended !== undefined) assert.match(ofThatDay[0]?.reading?.reason ?? '', ended);
    assert.equal(
      observations
        .filter(({ subjectKind, value }) => subjectKind === 'asset' && value === null)
        .map(({ field }) => field),
      [],
      'nothing is no longer disclosed',
    );
    assert.ok(firstOfLater);
    const extra = changes.filter(({ detectedAt }) => detectedAt < firstOfLater.asOf);
    assert.equal(
      extra.map(({ explanation }) => explanation.kind),
      signals,
    );
    assert.ok(
      extra.every(({ notableAt, field }) => notableAt === null && field === 'capture'),
      'nobody is notified',
    );
    assert.equal(changes.filter((one) => !extra.includes(one)).map(shown), ordinary.changes.map(shown));
  });
}

const always = (handler: Handler) => (): Handler => handler;

badDay('a redirect into a private network', terms, always(redirect('http://192.168.0.1/terms')), {
  outcomes: ['invalid_url'],
});

badDay(
  'a name that is rebound to a private address',
  terms,
  ({ network }) => {
    // This machine's exception is for a port of its own; a public name has the default one.
    const guarded = createGuardedFetch({
      allow: [],
      userAgent: 'Attestry/test (+mailto:a@b.test)',
      lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    network.fetch = (request) => guarded({ ...request, url: request.url.replace(/:\d+/, '') });
    return terms.good;
  },
  { outcomes: ['invalid_url'], message: /is not a public address/ },
);

const endless: Handler = (_, response) => {
  response.writeHead(200, asHtml);
  const more = (): void => {
    while (response.write(Buffer.alloc(1024 ** 2, '<p>and so on '))) if (response.destroyed) return;
    response.once('drain', more);
  };
  more();
};
badDay('a page without an end', terms, always(endless), { outcomes: ['net_error'], message: /larger than/ });

/** Text of which deflate leaves a 35th or less. */
const atRatio35 = (bytes: number): Buffer => {
  const piece = Array.from({ length: 200 }, (_, at) => `<p>${at * 7919} ${words(28)}</p>`).join('');
  return Buffer.alloc(bytes, piece);
};
badDay(
  'an archive whose page is 35 times larger than it is packed',
  hostile(terms),
  () => body(zipOf({ name: 'terms.html', bytes: atRatio35(60 * 1024 ** 2) }), { 'content-type': 'application/zip' }),
  { isLarge: true, outcomes: ['ok'], ended: /^the document in the archive has more than 52428800 bytes$/ },
);
badDay(
  'a compressed answer that is 35 times larger',
  terms,
  () => body(gzipSync(atRatio35(60 * 1024 ** 2)), { ...asHtml, 'content-encoding': 'gzip' }),
  { isLarge: true, outcomes: ['net_error'], message: /inflates/ },
);

/** Deflated twice, a few kilobytes that unfold to 2 GB of spaces. */
function bomb(): Buffer {
  const mebibyte = deflateSync(Buffer.alloc(1024 ** 2, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const [head, block] = [mebibyte.subarray(0, 2), mebibyte.subarray(2)];
  return deflateSync(Buffer.concat([head, ...Array.from({ length: 2_048 }, () => block)]));
}
badDay('a PDF of some kilobytes that unfolds to 2 GB', hostile(reserve), () => body(pdfDeflatedTwice(bomb()), asPdf), {
  isLarge: true,
  outcomes: ['ok'],
  ended: /^the reader took more memory than its limit$/,
});

badDay('bytes of no document', terms, always(body(Buffer.from([0, 1, 2, 3, 255, 254]), asHtml)), {
  outcomes: ['wrong_type'],
  signals: ['content_drift'],
});
badDay('JSON in place of a page', terms, always(body('{"redemption":{"fee":"0.50%"}}', asHtml)), {
  outcomes: ['wrong_type'],
  signals: ['content_drift'],
});
badDay('a page in place of a PDF', reserve, always(html(page([words(200)]))), {
  outcomes: ['ok', 'not_modified'],
  signals: ['content_drift'],
});

const cut: Handler = (_, response) => {
  const text = termsText('0.10');
  response.writeHead(200, { ...asHtml, 'content-length': String(text.length) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
};
badDay('a body that is cut off on its way', terms, always(cut), { outcomes: ['suspect_truncation'] });
badDay('a page that is cut off at its source', terms, always(html(termsText('0.10').slice(0, 2_000))), {
  outcomes: ['ok', 'not_modified'],
});
const half = printedReport(june).subarray(0, printedReport(june).length / 2);
badDay('a PDF that is cut off at its source', reserve, always(body(half, asPdf)), { outcomes: ['suspect_truncation'] });

badDay(
  'an error in a few words at status 200',
  terms,
  always(html(page(['Internal error. Please try again later.']))),
  {
    outcomes: ['empty'],
  },
);
badDay(
  '"not found" at status 200',
  terms,
  always(html(page(['Page not found', words(60)]).replace('Terms', 'Page not found'))),
  {
    outcomes: ['gone'],
  },
);
const apology = Array.from(
  { length: 12 },
  (_, at) => `We are working on part ${at} of this site, and will be back before long. No fee applies.`,
);
badDay('a long text about an error at status 200', terms, always(html(page(apology))), {
  outcomes: ['ok', 'not_modified'],
  signals: ['source_rewritten'],
});
badDay('a challenge at status 200', terms, always(html(challengePages[0]?.html ?? '')), {
  outcomes: ['anti_bot'],
  signals: ['content_drift'],
});

badDay(
  'a document that loses a third of its text for a day',
  terms,
  always(html(termsText('0.10', clauses.slice(0, 40)))),
  {
    outcomes: ['ok', 'not_modified'],
  },
);

const shifted = paperPage('Ireland', (part, at) => (part === 'G' && at >= 12 ? at + 1 : at));
badDay('a template whose numbers are shifted by one', paper, always(body(shifted, asHtml)), {
  outcomes: ['ok', 'not_modified'],
});

badDay('a total that is misprinted', reserve, always(body(printedReport({ ...june, total: '1,100,000.00' }), asPdf)), {
  outcomes: ['ok', 'not_modified'],
});

/** The amounts are glyph numbers of a font without a map to letters. */
const hidden = contentOf(june).replaceAll(/\/F (\d+ Tf [^(]*)\(([\d.,]+)\)/g, (_, place: string, text: string) => {
  const glyphs = Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  return `/H ${place}<${glyphs}>`;
});
badDay('a page whose fonts hide the amounts', reserve, always(body(pdfWithGlyphs(hidden), asPdf)), {
  outcomes: ['ok', 'not_modified'],
  signals: ['content_drift'],
});
