/** When a second reading confirms what one reading alone showed. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { secondReadingAfterMs } from '../../../../pipeline/documents/captures/accepted-text.ts';
import { confirms, confirmsAtOnce } from '../../../../pipeline/changes/drafts/second-reading.ts';
import { runsOf } from '../../../support/runs.ts';
import { at, observation } from '../builders.ts';

const start = at('2026-02-01');
const bytes = ['sha256:1', 'sha256:2', null] as const;
const pages: readonly (string | null)[] = ['html', 'xhtml', 'ixbrl_esma'];
const classes = ['html', 'xhtml', 'ixbrl_esma', 'pdf', 'json', null] as const;

const anyReading = fc.record({
  extractorVersion: fc.constantFrom('1', '2'),
  sourceHash: fc.constantFrom(...bytes),
  documentClass: fc.constantFrom(...classes),
  after: fc.oneof(
    fc.constantFrom(1, secondReadingAfterMs - 1, secondReadingAfterMs),
    fc.nat(10 * secondReadingAfterMs),
  ),
});
type AnyReading = typeof anyReading extends fc.Arbitrary<infer R> ? R : never;

const readingOf = ({ after, ...given }: AnyReading, extractionRule: string | null = null) =>
  observation({ ...given, field: 'fee', sourceKey: 'terms', value: null, extractionRule, observedAt: start + after });

const firstOf = ({ documentClass, ...given }: AnyReading) => {
  const { extractor, sourceHash, extractorVersion } = readingOf({ documentClass, ...given });
  return { detectedAt: start, documentClass, shown: { sourceHash, extractor, extractorVersion } };
};

const text = { isSettled: false };

const check = (holds: (first: AnyReading, second: AnyReading) => void): void =>
  fc.assert(fc.property(anyReading, anyReading, holds), { numRuns: runsOf(500) });

test('a structured reading and a settled text confirm at once, whatever was read first', () =>
  check((first, second) => {
    assert.is(confirms(firstOf(first), readingOf(second, 'ixbrl:Fee'), text), true);
    assert.is(confirms(firstOf(first), readingOf(second), { isSettled: true }), true);
    assert.is(confirmsAtOnce(readingOf(second), text), false);
  }));

test('a text confirms after the time of a second reading, or in another medium of other bytes; a second reader of the same bytes never does', () =>
  check((first, second) => {
    const isSame = second.sourceHash !== null && first.sourceHash === second.sourceHash;
    const isOtherReader = first.extractorVersion !== second.extractorVersion;
    const isOtherMedium =
      first.documentClass !== null &&
      second.documentClass !== null &&
      first.documentClass !== second.documentClass &&
      !(pages.includes(first.documentClass) && pages.includes(second.documentClass));
    const expected = !(isSame && isOtherReader) && (second.after >= secondReadingAfterMs || (!isSame && isOtherMedium));
    assert.is(confirms(firstOf(first), readingOf(second), text), expected);
  }));

test('a reading that confirms still confirms when it comes later', () =>
  fc.assert(
    fc.property(anyReading, anyReading, fc.nat(10 * secondReadingAfterMs), (first, second, more) => {
      const late = { ...second, after: second.after + more };
      const [soon, later] = [second, late].map((one) => confirms(firstOf(first), readingOf(one), text));
      assert.ok(later === true || soon === false);
    }),
    { numRuns: runsOf(300) },
  ));

test.run();
