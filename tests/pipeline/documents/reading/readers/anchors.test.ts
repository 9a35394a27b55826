/** Tagged values beside what the page shows: a value that people do not see, or see otherwise, is none. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';

const test = suite('tagged values that the page shows');

const esma = 'https://www.esma.europa.eu/taxonomy';
const page = (shown: string, hidden = ''): string => `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"
  xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance"
  xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:mica="${esma}/2025-03-31/mica/"><head><title>T</title><style>.off{display:none}</style></head><body>
  <p>White paper.</p>${shown}<div style="display:none"><ix:header><ix:hidden>${hidden}</ix:hidden><ix:references>
  <link:schemaRef xlink:type="simple" xlink:href="${esma}/mica/2025-03-31/mica_entry_table_2.xsd"/></ix:references>
  <ix:resources><xbrli:context id="c"><xbrli:entity><xbrli:identifier scheme="s">E</xbrli:identifier></xbrli:entity>
  <xbrli:period><xbrli:startDate>2026-01-01</xbrli:startDate><xbrli:endDate>2026-12-31</xbrli:endDate></xbrli:period>
  </xbrli:context></ix:resources></ix:header></div></body></html>`;

const tagged = (element: string, text: string, more = ''): string =>
  `<ix:nonNumeric name="mica:${element}" contextRef="c" id="f"${more}>${text}</ix:nonNumeric>`;
const showing = (text: string, style = ''): string => `<p style="-ix-hidden: f;${style}">${text}</p>`;

/** Value of a field, or why it is left out; undefined where nothing is found. */
async function read(field: string, text: string): Promise<unknown> {
  const { reading, reason } = await readBytes(Buffer.from(text), { class: null, charset: null });
  const profile = { id: 'white-paper', language: 'en' };
  const isWhole = reason === null;
  const view = viewOf(reading, { kind: 'whitepaper', profile, url: 'https://issuer.example/paper', isWhole });
  const { stated, left } = readFields(view, fieldReaders);
  const found = stated.find((one) => one.field === field);
  return found === undefined ? left.find((one) => one.field === field)?.why : found.value;
}

const [law, scheme, date, name] = [
  ['governing_law', 'ApplicableLawForOtherTokenExplanatory'],
  ['compensation_scheme', 'OtherTokenCompensationSchemesIndicator'],
  ['document_reference', 'OtherTokenWhitePaperPublicationDate'],
  ['issuer_identity', 'NameOfOtherTokenOfferor'],
] as const;
const reference = { url: 'https://issuer.example/paper', date: '2026-03-01' };
const notShown = 'the page does not show the tagged value';
const other = 'the page shows something else than the tagged value';

const cases: readonly (readonly [
  name: string,
  tag: readonly [field: string, element: string],
  page: (element: string) => string,
  outcome: unknown,
])[] = [
  ['a fact whose text is hidden', law, (element) => page(`<p class="off">${tagged(element, 'Ireland')}</p>`), notShown],
  ['a fact whose text is struck out', law, (element) => page(`<p><s>${tagged(element, 'Ireland')}</s></p>`), notShown],
  [
    'a fact with letters of the colour of the page',
    law,
    (element) => page(`<p style="color:#fff;background:#fff">${tagged(element, 'Ireland')}</p>`),
    notShown,
  ],
  [
    'a fact of which a part is hidden',
    law,
    (element) => page(`<p>${tagged(element, 'Ireland <i class="off">and Malta</i>')}</p>`),
    'the page shows a part of the tagged value',
  ],
  ['a hidden fact that no element shows', law, (element) => page('', tagged(element, 'Ireland')), notShown],
  [
    'a hidden fact that a hidden element shows',
    law,
    (element) => page(showing('Ireland', 'display:none'), tagged(element, 'Ireland')),
    notShown,
  ],
  [
    'a hidden fact whose element shows another law',
    law,
    (element) => page(showing('Malta'), tagged(element, 'Ireland')),
    other,
  ],
  [
    'a hidden answer whose element shows the opposite',
    scheme,
    (element) => page(showing('Yes'), tagged(element, 'false')),
    other,
  ],
  [
    'a hidden answer whose element shows a sentence',
    scheme,
    (element) => page(showing('See part G.'), tagged(element, 'false')),
    other,
  ],
  [
    'a hidden day whose element shows another one',
    date,
    (element) => page(showing('2 March 2026'), tagged(element, '2026-03-01')),
    other,
  ],
  ['a hidden name that no element shows', name, (element) => page('', tagged(element, 'Example GmbH')), notShown],
  ['a fact of the page', law, (element) => page(`<p>${tagged(element, 'Ireland')}</p>`), { law: 'IE' }],
  [
    'a hidden fact that an element shows',
    law,
    (element) => page(showing('Ireland'), tagged(element, 'Ireland')),
    { law: 'IE' },
  ],
  [
    'a hidden answer that an element shows',
    scheme,
    (element) => page(showing('No'), tagged(element, 'false')),
    { present: false },
  ],
  [
    'a hidden day that an element shows in words',
    date,
    (element) => page(showing('1 March 2026'), tagged(element, '2026-03-01')),
    reference,
  ],
  [
    'a hidden name within a sentence',
    name,
    (element) => page(showing('The offeror is <b>Example GmbH</b>.'), tagged(element, 'Example GmbH')),
    { name: 'Example GmbH' },
  ],
  [
    'a hidden fact that several elements show',
    name,
    (element) => page(showing('Example') + showing('GmbH'), tagged(element, 'Example GmbH')),
    { name: 'Example GmbH' },
  ],
];
for (const [title, [field, element], text, outcome] of cases) {
  test(`a tagged value counts as far as the page shows it: ${title}`, async () => {
    assert.equal(await read(field, text(element)), outcome);
  });
}

test('what the page does not show of its facts is counted', async () => {
  const bytes = Buffer.from(page('', tagged(law[1], 'Ireland')));
  const { reading } = await readBytes(bytes, { class: null, charset: null });
  assert.equal(reading.alarms, ['the page shows nothing for 1 of its tagged facts']);
});

test.run();
