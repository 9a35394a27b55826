import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scaled } from '../../../infra/reading/readers/ixbrl/numbers.ts';
import { type BytesRead, readBytes } from '../../../infra/reading/readers/read-bytes.ts';
import { transformed } from '../../../infra/reading/readers/ixbrl/transformations.ts';
import type { ReadingFact } from '../../../schemas/values/reading.ts';
import { hasSharedData, sharedBytes, sharedText } from '../../support/shared-data.ts';

const read = (text: string): Promise<BytesRead> => readBytes(Buffer.from(text), { class: null, charset: null });

const page = (body: string, more = ''): string => `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"
  xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance"
  xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:link="http://www.xbrl.org/2003/linkbase"
  xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:t="http://example.com/t"><head><title>T</title></head><body>${body}
  <div style="display:none"><ix:header><ix:hidden>${more}</ix:hidden><ix:references>
  <link:schemaRef xlink:href="http://example.com/entry.xsd" xlink:type="simple"/></ix:references><ix:resources>
  <xbrli:context id="c"><xbrli:entity><xbrli:identifier scheme="s"> E1 </xbrli:identifier></xbrli:entity>
  <xbrli:period><xbrli:startDate>2025-01-01</xbrli:startDate><xbrli:endDate>2025-12-31</xbrli:endDate></xbrli:period>
  <xbrli:scenario><xbrldi:typedMember dimension="t:Line"><t:line> 6 </t:line></xbrldi:typedMember>
  <xbrldi:explicitMember dimension="t:Axis">t:Member</xbrldi:explicitMember></xbrli:scenario></xbrli:context>
  <xbrli:unit id="u"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:EUR</xbrli:measure></xbrli:unitNumerator>
  <xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>
  </ix:resources></ix:header></div></body></html>`;

async function facts(body: string, more = ''): Promise<readonly ReadingFact[]> {
  const { reading, reason } = await read(page(body, more));
  assert.is(reason, null);
  return reading.facts;
}

test('a fact has its context, dimensions, unit and value', async () => {
  const [fact] = await facts(
    '<p><ix:nonFraction name="t:Price" contextRef="c" unitRef="u" scale="3" sign="-" format="f:num-comma-decimal" id="f1">1.234,5</ix:nonFraction></p>',
  );
  assert.equal(fact, {
    name: '{http://example.com/t}Price',
    id: 'f1',
    value: '-1234500',
    shown: '1.234,5',
    context: {
      id: 'c',
      entity: 'E1',
      period: '2025-01-01/2025-12-31',
      dims: [
        ['{http://example.com/t}Axis', '{http://example.com/t}Member'],
        ['{http://example.com/t}Line', '6'],
      ],
    },
    unit: 'iso4217:EUR/xbrli:shares',
    hidden: false,
    path: 'html>body>p>span#f1',
  });
});

test('continuations are joined, excluded text is not part, and blocks part the text', async () => {
  const found = await facts(
    '<ix:nonNumeric name="t:A" contextRef="c" continuedAt="k"><p>One<ix:exclude>page 2</ix:exclude></p></ix:nonNumeric>' +
      '<ix:continuation id="k" continuedAt="k"><p>two</p></ix:continuation>',
  );
  assert.equal(
    found.map(({ value }) => value),
    ['One\ntwo'],
  );
});

test('hidden facts are facts, commented ones are not, and nil has no value', async () => {
  const found = await facts(
    '<!-- <ix:nonNumeric name="t:Old" contextRef="c">x</ix:nonNumeric> -->',
    '<ix:nonNumeric name="t:H" contextRef="c">v</ix:nonNumeric><ix:nonFraction name="t:N" contextRef="c" unitRef="u" nil="true"/>',
  );
  assert.equal(
    found.map(({ value, hidden }) => [value, hidden]),
    [
      ['v', true],
      [null, true],
    ],
  );
});

test('what is shown of a fact is what people see of it, and of a hidden one what the elements with its name show', async () => {
  const found = await facts(
    '<p><ix:nonNumeric name="t:A" contextRef="c">One <s>two</s> <i style="display:none">three</i></ix:nonNumeric></p>' +
      '<p style="-ix-hidden:h1">Four <b>five</b><i style="display:none">six</i></p><p style="color:red; -ix-hidden: h1">seven</p>' +
      '<p style="-ix-hidden:h3;display:none">eight</p>',
    ['h1', 'h2', 'h3'].map((id) => `<ix:nonNumeric name="t:H" contextRef="c" id="${id}">v</ix:nonNumeric>`).join(''),
  );
  assert.equal(
    found.map(({ value, shown }) => [value, shown]),
    [
      ['One two three', 'One'],
      ['v', 'Four five seven'],
      ['v', ''],
      ['v', ''],
    ],
  );
});

test('the page of a document with facts is read as that of another', async () => {
  const { reading } = await read(
    page('<h2>Part G</h2><p>Text <ix:nonNumeric name="t:A" contextRef="c">in</ix:nonNumeric></p>'),
  );
  assert.is(reading.class, 'ixbrl_other');
  assert.is(reading.title, 'T');
  assert.equal(reading.schemas, ['http://example.com/entry.xsd']);
  assert.equal(
    reading.blocks.map(({ text, heading }) => [text, heading]),
    [
      ['Part G', 2],
      ['Text in', null],
    ],
  );
});

const tagged = '<ix:nonNumeric name="t:A" contextRef="c" format="f:unheard-of">x</ix:nonNumeric>';
const cases: readonly (readonly [
  name: string,
  text: string,
  documentClass: string | undefined,
  ended: string,
  reason: RegExp | null,
])[] = [
  ['a page without facts', page('<p>x</p>'), 'xhtml', 'whole', null],
  ['a page that is not well-formed', page('<p>x<br>y</p>'), 'html', 'whole', null],
  [
    'a format without a transformation',
    page(tagged),
    'xhtml',
    'partly',
    /facts of the format f:unheard-of are not read/,
  ],
  [
    'a number that is none',
    page('<ix:nonFraction name="t:A" contextRef="c">ten</ix:nonFraction>'),
    'xhtml',
    'partly',
    /not readable/,
  ],
  [
    'a scale without end',
    page('<ix:nonFraction name="t:A" contextRef="c" scale="999">1</ix:nonFraction>'),
    'xhtml',
    'partly',
    /not readable/,
  ],
  ['a fraction', page('<ix:fraction name="t:A" contextRef="c"/>'), 'xhtml', 'partly', /of the kind fraction/],
  ['deep elements', page('<div>'.repeat(5_000) + '</div>'.repeat(5_000)), 'html', 'whole', null],
  [
    'entities that grow',
    `<!DOCTYPE html [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${page('<p>&b;</p>')}`,
    'html',
    'whole',
    null,
  ],
  [
    'many facts',
    page(tagged.replace(' format="f:unheard-of"', '').repeat(25_000)),
    'ixbrl_other',
    'partly',
    /more than 20000 facts/,
  ],
];
for (const [name, text, documentClass, ended, reason] of cases) {
  test(`iXBRL: ${name}`, async () => {
    const found = await read(text.replace(/(^<!DOCTYPE[^\]]*\]>)(<\?xml[^>]*>)/, '$2$1'));
    assert.is(found.reason === null ? 'whole' : 'partly', ended, found.reason ?? '');
    assert.is(found.reading.class, documentClass);
    if (reason !== null) assert.match(found.reason ?? '', reason);
  });
}

test('a fact whose context is missing has none, with an alarm', async () => {
  const { reading } = await read(page('<ix:nonNumeric name="t:A" contextRef="x">v</ix:nonNumeric>'));
  assert.is(reading.facts[0]?.context, null);
  assert.equal(reading.alarms, ['the context x of a fact is missing']);
});

const values: readonly (readonly [format: string, text: string, value: string | null | undefined])[] = [
  ['ixt:numdotdecimal', '1,234.50', '1234.50'],
  ['ixt:num-dot-decimal', '1 234.5', '1234.5'],
  ['ixt2:numcommadot', '12,34', null],
  ['ixt:zerodash', '-', '0'],
  ['ixt4:fixed-true', 'anything', 'true'],
  ['ixt2:nocontent', '', ''],
  ['ixt2:datedaymonthyear', '1.4.17', '2017-04-01'],
  ['ixt4:date-day-monthname-year-en', '31 March 2018', '2018-03-31'],
  ['ixt4:date-monthname-day-year-en', 'March 31, 2018', '2018-03-31'],
  ['ixt4:date-day-monthname-year-en', '31 February 2018', null],
  ['ixt4:date-year-month-day', '2018-3-1', '2018-03-01'],
  ['ixt:constructor', 'x', undefined],
];
for (const [format, text, value] of values)
  test(`${format} of "${text}"`, () => assert.is(transformed(format, text), value));

test('a scale moves the point exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 40 }), (number, scale) => {
      const up = scaled(String(number), String(scale), false);
      assert.is(up, String(number * 10n ** BigInt(scale)));
      assert.is(scaled(up ?? '', String(-scale), false), String(number));
    }),
  );
  assert.is(scaled('12.5', '-3', true), '-0.0125');
  assert.is(scaled('0', '3', true), '0');
});

/** Documents of others are read from beside the repository. */
const labelled = ['sbp-token.2026-03-27.transcribed.xhtml', 'uk-accounts-1.html', 'uk-accounts-4.html'];

interface Labels {
  readonly documentClass: string;
  readonly schemaRef: readonly string[];
  readonly counts?: { readonly facts: number };
  readonly facts?: readonly {
    readonly name: string;
    readonly context: string;
    readonly value: string;
    readonly hidden?: boolean;
  }[];
  readonly numeric?: readonly (readonly [name: string, context: string, unit: string, value: string])[];
}

const localOf = (name: string): string => name.replace(/^(?:\{.*\}|[\w-]+:)/, '');

for (const name of labelled) {
  test(`the facts of ${name} equal its labels`, async () => {
    if (!hasSharedData('disclosures')) {
      console.log('skipped: the documents are not beside this tree (data/disclosures)');
      return;
    }
    const path = `disclosures/ixbrl/${name}`;
    const labels = JSON.parse(sharedText(path.replace(/\.x?html$/, '.labels.json'))) as Labels;
    const { reading } = await readBytes(sharedBytes(path), { class: null, charset: null });
    assert.is(reading.class, labels.documentClass);
    assert.equal(reading.schemas, labels.schemaRef);
    if (labels.counts !== undefined) assert.is(reading.facts.length, labels.counts.facts);
    if (labels.facts !== undefined) {
      assert.equal(
        reading.facts.map((fact) => [localOf(fact.name), fact.context?.id, fact.value, fact.hidden]),
        labels.facts.map((fact) => [localOf(fact.name), fact.context, fact.value, fact.hidden === true]),
      );
    }
    if (labels.numeric !== undefined) {
      assert.equal(
        reading.facts.filter(({ unit }) => unit !== null).map((fact) => [localOf(fact.name), fact.value]),
        labels.numeric.map(([name, , , value]) => [localOf(name), value]),
      );
    }
  });
}

test.run();
