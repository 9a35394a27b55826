/** Properties of every list that is published as XML: hostile files are refused, another serialisation causes no event. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diffSnapshots, type SnapshotRowEvent } from '../../../pipeline/ingest/diff-snapshots.ts';
import type { SanctionsFeed, SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { feed as eu } from '../../../pipeline/publishers/sanctions/eu-fsf/feed.ts';
import { feed as ofac } from '../../../pipeline/publishers/sanctions/ofac-consolidated/feed.ts';
import { feed as un } from '../../../pipeline/publishers/sanctions/un-sc/feed.ts';
import { rewriteXml, type XmlStyle } from '../../support/rewrite-xml.ts';
import { fixtureFile, type ReadList, readList, reasonOf, xmlFile } from '../../support/xml-lists.ts';
import { runsOf } from '../../support/runs.ts';

interface List {
  readonly feed: SanctionsFeed;
  readonly file: SnapshotFile;
  readonly root: string;
  readonly entry: string;
  /** Elements that are read, and attributes. */
  readonly parts: readonly string[];
  readonly attributes: readonly string[];
}

/** The list as if it had 30 entries. */
function excerptOf({ name, bytes }: SnapshotFile): SnapshotFile {
  const text = bytes.toString('utf8');
  const close = '</sdnEntry>';
  const [head = '', ...entries] = text.split(/(?=<sdnEntry>)/);
  const kept = entries.slice(0, 30).map((entry) => entry.slice(0, entry.indexOf(close) + close.length));
  const counted = head.replace(/<Record_Count>\d+</, `<Record_Count>${kept.length}<`);
  return xmlFile(`${counted}${kept.join('\n')}\n</sdnList>\n`, name);
}

const lists: readonly List[] = [
  {
    feed: un,
    file: fixtureFile('un-sc', 'consolidated.sample-2024-10.xml'),
    root: 'CONSOLIDATED_LIST',
    entry: 'INDIVIDUAL',
    parts: (
      'FIRST_NAME UN_LIST_TYPE LISTED_ON NATIONALITY INDIVIDUAL_ALIAS ALIAS_NAME QUALITY INDIVIDUAL_DATE_OF_BIRTH DATE ' +
      'YEAR VALUE COUNTRY'
    ).split(' '),
    attributes: [],
  },
  {
    feed: eu,
    file: fixtureFile('eu-fsf', 'fsf_xml_1_1.sample-2020-04.xml'),
    root: 'export',
    entry: 'sanctionEntity',
    parts: 'regulation subjectType nameAlias citizenship birthdate address identification'.split(' '),
    attributes: 'euReferenceNumber programme code wholeName strong countryIso2Code year'.split(' '),
  },
  {
    feed: ofac,
    file: excerptOf(fixtureFile('ofac-consolidated', 'consolidated_nonsdn-2025-03-28.xml.gz')),
    root: 'sdnList',
    entry: 'sdnEntry',
    parts: (
      'publshInformation Record_Count lastName sdnType programList program idList id idType idNumber akaList aka type ' +
      'category addressList address country dateOfBirthList dateOfBirthItem dateOfBirth'
    ).split(' '),
    attributes: [],
  },
];

const plain: XmlStyle = {
  indent: '  ',
  quote: '"',
  reverseAttributes: false,
  cdata: false,
  ascii: false,
  closeEmpty: false,
  prefix: null,
  newline: '\n',
  comments: false,
};

const styles: readonly (readonly [string, Partial<XmlStyle>])[] = [
  ['no indentation', { indent: '' }],
  ['tabs, other quotes', { indent: '\t', quote: "'" }],
  ['attributes in reverse', { reverseAttributes: true }],
  ['CDATA, comments, carriage returns', { cdata: true, comments: true, newline: '\r\n' }],
  ['numeric references', { ascii: true, closeEmpty: true }],
];

for (const { feed, file, root, entry, parts, attributes } of lists) {
  const { id } = feed.manifest;
  const text = file.bytes.toString('utf8');
  let read: ReadList | undefined;
  const readAsIs = (): ReadList => (read ??= readList(feed, file));
  const renamed = (from: string, to: string): SnapshotFile =>
    xmlFile(text.replaceAll(new RegExp(`<(/?)${from}(?=[\\s/>])`, 'g'), `<$1${to}`));

  test(`${id}: the same file twice causes no event`, () => {
    const diff = diffSnapshots(feed, [file], [{ ...file, name: 'again.xml' }]);
    assert.ok(diff.ok);
    assert.equal(diff.events, []);
  });

  for (const [name, style] of [...styles, ...(id === 'un-sc' ? [] : [['a prefix', { prefix: 'n' }] as const])]) {
    test(`${id}: a serialisation with ${name} causes no event`, () => {
      const again = xmlFile(rewriteXml(text, { ...plain, ...style }), 'again.xml');
      assert.is.not(again.bytes.toString(), text);
      const diff = diffSnapshots(feed, [file], [again]);
      assert.ok(diff.ok);
      assert.equal(diff.events, []);
      assert.equal(readList(feed, again).alarms.length, readAsIs().alarms.length);
    });
  }

  test(`${id}: truncated anywhere it is refused, with the cause`, () => {
    const end = file.bytes.lastIndexOf('>');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: end }), (length) => {
        const reason = reasonOf(feed, { name: 'list.xml', bytes: file.bytes.subarray(0, length) });
        assert.match(reason, /^list\.xml .*(?:cut off|is not UTF-8|is not XML)/);
      }),
      { numRuns: runsOf(id === 'ofac-consolidated' ? 25 : 100) },
    );
  });

  const hostile: readonly (readonly [string, SnapshotFile, RegExp])[] = [
    [
      'another list',
      lists[(lists.findIndex((one) => one.feed === feed) + 1) % lists.length]?.file ?? file,
      /is another document/,
    ],
    ['its root renamed', renamed(root, 'List'), /its root element is <List>, not </],
    [
      'a doctype',
      xmlFile(text.replace(`<${root}`, `<!DOCTYPE ${root} [<!ENTITY a SYSTEM "file:///etc/passwd">]><${root}`)),
      /DOCTYPE/,
    ],
    ['UTF-16', { name: 'list.xml', bytes: Buffer.from(text, 'utf16le') }, /is UTF-16 text/],
    ['Windows-1252', { name: 'list.xml', bytes: Buffer.from(text.replace('>', '>é'), 'latin1') }, /is not UTF-8/],
    ['two byte order marks', xmlFile(`\ufeff\ufeff${text}`), /two byte order marks/],
    ['itself twice', xmlFile(text + text), /another element after the end|declaration must be at the start/],
    [
      'a text of more than 256 KiB',
      xmlFile(text.replace(`</${entry}>`, `${'x'.repeat(263_000)}</${entry}>`)),
      /longer than 256 KiB/,
    ],
    [
      'levels without end',
      xmlFile(text.replace(`</${entry}>`, `${'<a>'.repeat(100)}</${entry}>`)),
      /more than 64 deep/,
    ],
    [
      'a byte of an end tag lost',
      xmlFile(text.replace(`</${entry}>`, `</${entry.slice(1)}>`)),
      /closes an element that is not the open one/,
    ],
  ];
  for (const [name, bad, reason] of hostile) {
    test(`${id}: ${name} is refused`, () => {
      assert.match(reasonOf(feed, bad), reason);
    });
  }

  for (const name of [entry, ...parts]) {
    test(`${id}: ${name} renamed is refused`, () => {
      assert.match(
        reasonOf(feed, renamed(name, 'Renamed')),
        /lacks "[^"]+" and has "[^"]*Renamed" instead: its layout has/,
      );
    });
  }

  for (const name of attributes) {
    test(`${id}: the attribute ${name} renamed is refused`, () => {
      const bad = xmlFile(text.replaceAll(` ${name}="`, ' renamed="'));
      assert.match(reasonOf(feed, bad), /lacks "[^"]+" and has "[^"]*@renamed" instead: its layout has changed/);
    });
  }

  test(`${id}: a new part is an alarm`, () => {
    const { rows, alarms } = readList(
      feed,
      xmlFile(text.replaceAll(`</${entry}>`, `<new a="1"><b/></new></${entry}>`)),
    );
    assert.is(rows.length, readAsIs().rows.length);
    assert.match(alarms.join('\n'), /\/new", which is not known of this list; it is not read/);
  });

  test(`${id}: differences compose`, () => {
    const { rows } = readAsIs();
    const of = (kept: readonly boolean[]): SanctionsFeed => ({
      ...feed,
      parse: () => ({ ok: true, rows: rows.filter((_, at) => kept[at % kept.length]), alarms: [] }),
    });
    const side = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(side, side, side, (a, b, c) => {
        const between = (from: readonly boolean[], to: readonly boolean[]) => movesOf(diffEntries(of(from), of(to)));
        const first = between(a, b);
        const second = between(b, c);
        const direct = between(a, c);
        for (const { entryId } of rows) {
          assert.is((first.get(entryId) ?? 0) + (second.get(entryId) ?? 0), direct.get(entryId) ?? 0, entryId);
        }
      }),
      { numRuns: runsOf(20) },
    );
  });
}

function diffEntries(from: SanctionsFeed, to: SanctionsFeed): readonly SnapshotRowEvent[] {
  const files: Readonly<Record<string, SanctionsFeed>> = { from, to };
  const parse: SanctionsFeed['parse'] = (given) =>
    files[given[0]?.name ?? '']?.parse(given) ?? { ok: false, reason: '' };
  const diff = diffSnapshots({ ...from, parse }, [xmlFile('', 'from')], [xmlFile('', 'to')]);
  if (!diff.ok) throw new Error(diff.reason);
  return diff.events;
}

const movesOf = (events: readonly SnapshotRowEvent[]): ReadonlyMap<string, number> =>
  new Map(events.map(({ row, kind }) => [row, kind === 'added' ? 1 : kind === 'removed' ? -1 : Number.NaN]));

test('un-sc: the full list, serialised without indentation and with references, causes no event', () => {
  const file = fixtureFile('un-sc', 'consolidated-2026-02-27.xml.gz');
  const again = rewriteXml(file.bytes.toString('utf8'), { ...plain, indent: '', ascii: true, cdata: true, quote: "'" });
  const diff = diffSnapshots(un, [file], [xmlFile(again)]);
  assert.ok(diff.ok);
  assert.equal([diff.events, diff.counts.rows], [[], { old: 1003, new: 1003 }]);
});

test('un-sc: the changes between two dates do not depend on the serialisation of either file', () => {
  const [old, now] = ['2025-04-19', '2026-02-27'].map((date) => fixtureFile('un-sc', `consolidated-${date}.xml.gz`));
  if (old === undefined || now === undefined) throw new Error('a fixture is missing');
  const asIs = diffSnapshots(un, [old], [now]);
  const anew = diffSnapshots(
    un,
    [xmlFile(rewriteXml(old.bytes.toString(), { ...plain, indent: '', ascii: true }), old.name)],
    [now],
  );
  assert.equal(anew, asIs);
});

test.run();
