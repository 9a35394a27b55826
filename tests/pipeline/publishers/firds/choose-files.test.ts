import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseFiles, longestList } from '../../../../pipeline/publishers/firds/choose-files.ts';
import { fixture } from './files.ts';

const md5 = '0123456789abcdef0123456789ABCDEF';
const entry = (name: string, more: { readonly link?: string; readonly checksum?: string } = {}): string =>
  `<doc><str name="checksum">${more.checksum ?? md5}</str><str name="download_link">${more.link ?? `http://firds.esma.europa.eu/firds/${name}`}</str><str name="file_name">${name}</str></doc>`;
const list = (...entries: readonly string[]): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<response><lst name="responseHeader"/><result name="response" numFound="${entries.length}" start="0">${entries.join('')}</result></response>`,
  );
const full = (day: string): readonly string[] => [
  `FULINS_C_${day}_01of01.zip`,
  `FULINS_D_${day}_01of02.zip`,
  `FULINS_D_${day}_02of02.zip`,
  `FULINS_E_${day}_01of01.zip`,
];
const chosen = (bytes: Buffer): readonly string[] | string => {
  const found = chooseFiles(bytes);
  return found.ok ? found.files.map(({ name }) => name) : found.reason;
};

test('the real list: the last day with all parts of funds, debt and equities, and whole deltas since', () => {
  const found = chooseFiles(fixture('files.xml'));
  if (!found.ok) throw new Error(found.reason);
  assert.equal(
    found.files.map(({ name }) => name),
    [
      'FULINS_C_20201226_01of01.zip',
      'FULINS_D_20201226_01of03.zip',
      'FULINS_D_20201226_02of03.zip',
      'FULINS_D_20201226_03of03.zip',
      'FULINS_E_20201226_01of02.zip',
      'FULINS_E_20201226_02of02.zip',
      'DLTINS_20201226_01of01.zip',
      'DLTINS_20210117_01of01.zip',
      'DLTINS_20210222_01of01.zip',
    ],
    'the delta of 2 March has one of two parts in the list',
  );
  const delta = found.files.find(({ name }) => name.startsWith('DLTINS_20210117'));
  assert.is(delta?.url, 'https://firds.esma.europa.eu/firds/DLTINS_20210117_01of01.zip');
  assert.match(delta?.md5 ?? '', /^[0-9a-f]{32}$/);
});

test('a week that is not published as a whole yet does not replace the one before', () => {
  const week = [...full('20260110'), ...full('20260117').slice(0, 3), 'DLTINS_20260118_01of01.zip'];
  assert.equal(chosen(list(...week.map((name) => entry(name)))), [...full('20260110'), 'DLTINS_20260118_01of01.zip']);
});

test('a list that cannot be used is refused with the reason', () => {
  const names = full('20260117');
  const with1 = (odd: string): Buffer => list(...names.slice(1).map((name) => entry(name)), odd);
  const [first = ''] = names;
  const other = 'https://files.example/firds/FULINS_C_20260117_01of01.zip';
  assert.is(chosen(list()), 'has no day with all parts of FULINS_C, FULINS_D, FULINS_E.');
  assert.is(chosen(with1(entry(first, { checksum: 'none' }))), `has no MD5 checksum of ${first}.`);
  assert.is(
    chosen(with1(entry(first, { link: other }))),
    `has ${first} at "${other}", which is not its place at firds.esma.europa.eu.`,
  );
  const long = Array.from({ length: longestList }, () => entry(first));
  assert.is(chosen(list(...long)), `has ${longestList} files or more: others may be missing from it.`);
  assert.match(chosen(Buffer.from('<html><body>Not found</body></html>')).toString(), /^is no list of files: /);
  assert.match(chosen(list(entry(first)).subarray(0, 200)).toString(), /^is no list of files: /);
});

test.run();
