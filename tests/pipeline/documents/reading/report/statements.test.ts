/** What a report states in its sentences, without any figure that is read. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { emptyReading, type PageLine } from '../../../../../schemas/values/reading.ts';

const test = suite('statements of a report');

/** A page of lines: the text, and optionally the left edge of its column. */
type Line = string | readonly [x0: number, text: string];

function stated(...pages: readonly (readonly Line[])[]): Readonly<Record<string, unknown>> {
  const reading = {
    ...emptyReading,
    class: 'pdf' as const,
    language: 'en',
    pages: pages.map((lines) => ({
      w: 600,
      h: 800,
      unread: 0,
      rules: [],
      tables: [],
      lines: lines.map((line, at): PageLine => {
        const [x0, text] = typeof line === 'string' ? [70, line] : line;
        return { y: 60 + at * 30, h: 10, cells: [[x0, x0 + 5 * text.length, text]], marks: [] };
      }),
    })),
  };
  const profile = { id: 'reserve-report', language: 'en' };
  const view = viewOf(reading, { kind: 'report', profile, url: 'https://issuer.example/report.pdf', isWhole: true });
  return Object.fromEntries(readFields(view, fieldReaders).stated.map(({ field, value }) => [field, value]));
}

const letter: readonly Line[] = [
  [450, 'Example Audit CPA Limited'],
  'Independent Accountant’s Report',
  'Board of Directors Example Trust, LLC',
  'We have examined the assertion of Example Trust, LLC (the “Company”) as of May 30, 2025 and June 30, 2025.',
  'Those standards require that we obtain reasonable assurance about the assertion.',
  'The Company is the issuer of the EXUSD tokens.',
  'The Reserve is segregated from the proprietary assets of the Company.',
  'July 28, 2025',
];
const all = {
  attestation_as_of: { date: '2025-06-30' },
  attestation_assurance: { code: 'reasonable_assurance' },
  external_auditor: { name: 'Example Audit CPA Limited' },
  issuer_identity: { name: 'Example Trust, LLC' },
  reserve_segregation: { code: 'segregated_account' },
};
const without = (name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(all).filter(([field]) => field !== name));
const replaced = (from: string, to: string): readonly Line[] =>
  letter.map((line) => (typeof line === 'string' ? line.replace(from, to) : [line[0], line[1].replace(from, to)]));

test('date, assurance, firm, issuer and segregation stand alone', () => assert.equal(stated(letter), all));

test('a firm without a spelling in the list has that of its letterhead, and one of the list that of the list', () => {
  assert.equal(stated(replaced('Example Audit CPA Limited', 'GRANT THORNTON LLP'))['external_auditor'], {
    name: 'Grant Thornton LLP',
  });
  assert.equal(stated(replaced('Example Audit CPA Limited', 'Example Bank, N.A.')), without('external_auditor'));
});

test('an engagement has the words of ISAE 3000, too', () => {
  const read = stated([
    'Example Audit CPA Limited',
    'We conducted our limited assurance engagement in accordance with the standard.',
  ]);
  assert.equal(read['external_auditor'], all.external_auditor);
  assert.equal(read['attestation_assurance'], { code: 'limited_assurance' });
});

test('two firms are none', () => {
  assert.equal(stated([...letter, 'KPMG LLP']), without('external_auditor'));
});

test('a later date after "as of", or one that is not readable, leaves the date out', () => {
  for (const line of ['As of July 2, 2025 the accounts are open.'])
    assert.equal(stated([...letter, line]), without('attestation_as_of'), line);
  assert.equal(stated(replaced('June 30, 2025.', 'June')), without('attestation_as_of'));
  assert.equal(stated([...letter, 'As of May 30, 2025 the accounts are open.']), all);
});

test('an alias of two companies is none', () => {
  const other = 'Example Europe, S.A. (the “Company”) keeps the books.';
  assert.is(stated([...letter, other])['issuer_identity'], undefined);
});

test('the issuer is the addressee', () => {
  assert.is(
    stated(replaced('Board of Directors Example Trust, LLC', 'Board of Directors Example Group, Inc.'))[
      'issuer_identity'
    ],
    undefined,
  );
});

test.run();
