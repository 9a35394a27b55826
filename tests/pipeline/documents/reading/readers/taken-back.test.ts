/** Documents that take themselves back state nothing; those that replace another one state what is theirs. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { emptyReading } from '../../../../../schemas/values/reading.ts';
import type { Term } from '../../../../../schemas/vocabulary.ts';

const test = suite('documents that take themselves back');

function read(kind: Term<'sourceKind'>, texts: readonly string[]): ReturnType<typeof readFields> {
  const blocks = texts.map((text, at) => ({ path: `p:nth-of-type(${at + 1})`, text, heading: null, own: true }));
  const profile = { id: kind === 'report' ? 'reserve-report' : 'terms', language: 'en' };
  const reading = { ...emptyReading, class: 'html' as const, language: 'en', blocks };
  return readFields(
    viewOf(reading, { kind, profile, url: 'https://issuer.example/document', isWhole: true }),
    fieldReaders,
  );
}

const report = [
  'We have examined the assertion of Example Trust, LLC as of June 30, 2025.',
  'Those standards require that we obtain reasonable assurance about the assertion.',
  'The Reserve is segregated from the proprietary assets of the Company.',
];
const ofReport = ['attestation_as_of', 'attestation_assurance', 'reserve_segregation'];
const terms = ['These Terms are governed by the laws of France.'];

const reports: readonly (readonly [text: string, isInForce: boolean])[] = [
  ['This report has been superseded.', false],
  ['This independent accountant’s report was withdrawn on August 1, 2025.', false],
  ['Please note that this report is no longer valid.', false],
  ['It should no longer be relied upon.', false],
  ['Our report should not be relied upon.', false],
  ['Our report dated July 15, 2025 has been withdrawn.', false],
  ['The report has been replaced by our report dated August 2, 2025.', false],
  ['This is a superseded version of our report.', false],
  ['SUPERSEDED', false],
  ['Superseded by the report of August 2, 2025', false],
  ['This report supersedes our report dated July 15, 2025.', true],
  ['Our previous report is superseded by this report.', true],
  ['Our previously issued report should no longer be relied upon.', true],
  ['Our report dated July 15, 2025 is withdrawn and replaced by this report.', true],
  ['If an error is found, this report is withdrawn.', true],
  ['This report has not been superseded.', true],
  ['The bills that were replaced are part of the Reserve.', true],
];
for (const [text, isInForce] of reports)
  test(`report: ${text}`, () => {
    const { stated, left } = read('report', [...report, text]);
    const names = stated.map(({ field }) => field).filter((field) => ofReport.includes(field));
    assert.equal(names.sort(), isInForce ? ofReport : []);
    const why = left.find(({ field }) => field === 'attestation_as_of')?.why ?? '';
    assert.is(why.startsWith('the document takes itself back'), !isInForce);
  });

test('a report that replaces an earlier one, which is not to be relied upon, states its own values', () => {
  const replacing = [
    'This report replaces our report dated July 15, 2025.',
    'Our report dated July 15, 2025 should no longer be relied upon.',
  ];
  const names = read('report', [...report, ...replacing]).stated.map(({ field }) => field);
  assert.ok(names.includes('attestation_as_of'));
});

const versions: readonly (readonly [text: string, isInForce: boolean])[] = [
  ['You are viewing an archived version of these Terms.', false],
  ['These Terms have been replaced by the Terms of May 2026.', false],
  ['This version of the Terms is no longer in effect.', false],
  ['This Agreement supersedes all prior agreements.', true],
  ['Prior versions of these Terms are no longer in force.', true],
  ['Where they conflict, these Terms are superseded by the Special Terms.', true],
  ['The terms of others have been replaced.', true],
  ['Superseded', true],
];
for (const [text, isInForce] of versions)
  test(`terms: ${text}`, () => {
    const { stated } = read('terms', [...terms, text]);
    assert.is(
      stated.some(({ field }) => field === 'governing_law'),
      isInForce,
    );
  });

test.run();
