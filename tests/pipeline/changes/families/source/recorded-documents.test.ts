import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CaptureClass, classifyCapture } from '../../../../../pipeline/documents/captures/classify-capture.ts';
import { compareTexts } from '../../../../../pipeline/documents/captures/compare-texts.ts';
import { describeCapture } from '../../../../../pipeline/documents/captures/describe-capture.ts';
import { truncationV2 } from '../../../../../pipeline/documents/captures/accepted-text.ts';
import { readPage } from '../../../../../pipeline/publishers/pages/read-page.ts';
import { hasSharedData, sharedText } from '../../../../support/shared-data.ts';
import { captures, hashOf, home, start, summaryOf, watchSource } from './builders.ts';

const terms = 'documents/open-terms-archive';
const edgi = 'documents/edgi';

const termsOf = (service: string, capture: string): string => sharedText(`${terms}/${service}/${capture}.md`);

const pairs: readonly (readonly [
  service: string,
  old: string,
  current: string,
  kept5: string,
  new5: string,
  CaptureClass,
])[] = [
  ['binance-terms', '2025-12-05T0604Z', '2025-12-08T0604Z', '0.262', '0.000', 'suspect_truncation'],
  ['kraken-terms', '2024-12-16T1808Z', '2024-12-17T1808Z', '0.986', '0.023', 'revision'],
  ['opensea-terms', '2024-10-20T1809Z', '2025-02-13T1810Z', '0.086', '0.889', 'source_rewritten'],
  ['coinbase-terms', '2022-02-14T0633Z', '2022-09-20T1520Z', '1.000', '0.000', 'nothing'],
];

if (hasSharedData(terms)) {
  for (const [service, old, current, kept5, new5, expected] of pairs) {
    test(`${service} ${old} to ${current}: ${expected}`, () => {
      const before = page(termsOf(service, old));
      const after = page(termsOf(service, current));
      const measured = compareTexts(before.text, after.text);
      assert.equal([measured.kept5.toFixed(3), measured.new5.toFixed(3)], [kept5, new5]);
      assert.is(
        classifyCapture(describeCapture(before, []), describeCapture(after, [before]), truncationV2).class,
        expected,
      );
    });
  }

  test('the truncated captures of the Binance terms are never accepted', () => {
    const series = ['2025-12-04T1804Z', '2025-12-05T0604Z', '2025-12-08T0604Z', '2025-12-08T1804Z', '2025-12-09T0603Z'];
    const source = watchSource();
    const texts = series.map((capture) => termsOf('binance-terms', capture));
    const suspects = captures(
      ...series.map((capture, index) => ({ at: hoursOf(capture), text: texts[index] ?? '' })),
    ).map((observation, index) => {
      const changes = source.take([observation]);
      return [changes.map(summaryOf).join(), source.trust(texts[index] ?? '').isSuspect];
    });
    assert.equal(suspects, [
      ['', false],
      [`${hoursOf('2025-12-05T0604Z')}h content_drift changed neutral suppressed low signal`, false],
      ['', true],
      ['', true],
      ['', false],
    ]);
    assert.is(source.trust(texts[1] ?? '').isSuspect, false);
    assert.is(hashOf(texts[1] ?? ''), hashOf(texts[4] ?? ''));
  });
} else {
  console.log(`skipped: the recorded terms are not here (${terms})`);
  test.skip('recorded terms');
}

const drift = ['24h content_drift changed neutral suppressed low signal'];

/** Differences that the analysts of EDGI ignored may raise changes, which are never notified. */
const truths = [
  { pair: 'falsepos-footer', remove: ['.view-interior-places', 'footer'], expected: [] },
  { pair: 'falsepos-small-changes', remove: [], expected: drift },
  { pair: 'truepos-dataset-removal', remove: [], expected: drift },
  { pair: 'truepos-image-removal', remove: [], expected: drift },
];

if (hasSharedData(edgi)) {
  for (const { pair, remove, expected } of truths) {
    test(`EDGI ${pair}: ${expected.length} changes, none notified`, () => {
      const [old = '', current = ''] = ['a', 'b'].map((side) => sharedText(`${edgi}/${pair}-${side}.html`));
      const pages = [old, current].map((html) => ({ at: 0, ...readPage(html, { url: home, remove }) }));
      const changes = watchSource().changes(...pages.map((one, index) => ({ ...one, at: index * 24 })));
      assert.equal(changes.map(summaryOf), expected);
    });
  }

  test('EDGI: the rotating captions alone make a revision of the page, without them next to nothing is left', () => {
    const compared = [[], ['.view-interior-places']].map((remove) => {
      const [old, current] = ['a', 'b'].map((side) =>
        readPage(sharedText(`${edgi}/falsepos-footer-${side}.html`), { url: home, remove }),
      );
      return compareTexts(old?.text ?? '', current?.text ?? '').kept5;
    });
    assert.equal(
      compared.map((kept5) => kept5.toFixed(2)),
      ['0.65', '0.98'],
    );
  });

  test('EDGI: the removed dataset is one removed link, and no sentence', () => {
    const [old, current] = ['a', 'b'].map((side) => ({
      ...page(''),
      ...readPage(sharedText(`${edgi}/truepos-dataset-removal-${side}.html`), { url: home, remove: [] }),
    }));
    if (old === undefined || current === undefined) throw new Error('no pages');
    const [comparison] = describeCapture(current, [old]).comparisons;
    assert.equal(comparison?.passagesRemoved, []);
    assert.equal(comparison?.linksRemoved, [
      'https://catalog.data.gov/dataset/noaa-national-weather-service-national-mosaic-of-weathe-radar',
    ]);
  });
} else {
  console.log(`skipped: the recorded pages are not here (${edgi})`);
  test.skip('recorded pages');
}

function page(text: string) {
  return { url: home, finalUrl: home, documentClass: 'html', text, links: [] } as const;
}

/** Hours from the start of a series to a capture named `2025-12-05T0604Z`. */
const hoursOf = (capture: string): number =>
  Math.round((Date.parse(capture.replace(/T(\d\d)(\d\d)Z/, 'T$1:$2:00Z')) - start) / 3_600_000);

test.run();
