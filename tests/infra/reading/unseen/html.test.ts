import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../infra/reading/readers/read-bytes.ts';
import type { Reading } from '../../../../schemas/values/reading.ts';
import { feesOf } from './fees.ts';
import { type HtmlWay, htmlWays, seenWays } from './html-ways.ts';

const sentence = 'We charge a redemption fee of 0.25% on each request.';
const around = 'These terms govern the use of the token by its holders and by the issuer of it.';

const page = ({ css = '', html, head = '' }: HtmlWay): string =>
  `<!doctype html><html lang="en"><head><title>T</title>${head}<style>${css}</style></head>` +
  `<body><main><h1>Terms</h1>${html(sentence)}<h2>Use</h2><p class="now">${around}</p></main></body></html>`;

async function read(text: string): Promise<Reading> {
  const { reading } = await readBytes(Buffer.from(text), { class: null, charset: null });
  return reading;
}

for (const [name, way] of Object.entries(seenWays)) {
  test(`text that people see is a value: ${name}`, async () => {
    const reading = await read(page(way));
    assert.equal(feesOf(reading), [{ bps: '25' }]);
    assert.equal(reading.alarms, []);
  });
}

for (const [name, way] of Object.entries(htmlWays)) {
  test(`text that people do not see is no value without an alarm: ${name}`, async () => {
    const reading = await read(page(way));
    const texts = reading.blocks.map(({ text }) => text);
    if (feesOf(reading).length > 0) assert.match(reading.alarms.join('; '), /has text that people may not see/);
    assert.ok(texts.includes(around), 'the text around is read');
    const isText = !/template|datalist|noscript/.test(way.html(''));
    assert.is(reading.alarms.length > 0, isText, 'what is left out is counted');
  });
}

test('a page of XHTML has the same style sheets', async () => {
  const text = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title><style>.old{display:none}</style></head><body><p class="old">${sentence}</p><p>${around}</p></body></html>`;
  const reading = await read(text);
  assert.is(reading.class, 'xhtml');
  assert.equal(
    reading.blocks.map((block) => block.text),
    [around],
  );
});

const redlines: readonly (readonly [
  name: string,
  css: string,
  html: string,
  shown: string,
  struck: readonly string[],
])[] = [
  ['del and ins', '', 'a fee of <del>0.10%</del> <ins>0.25%</ins> on', 'a fee of 0.25% on', ['0.10%']],
  ['ins and del', '', 'a fee of <ins>0.25%</ins><del>0.10%</del> on', 'a fee of 0.25% on', ['0.10%']],
  ['a struck "not"', '', 'We do <s>not</s> charge.', 'We do charge.', ['not']],
  [
    'classes of a word processor',
    '.msoDel{text-decoration:line-through;color:red}.msoIns{text-decoration:underline}',
    'a fee of <span class="msoDel">0.10%</span><span class="msoIns">0.25%</span> on',
    'a fee of 0.25% on',
    ['0.10%'],
  ],
  [
    'a style sheet that hides deletions',
    'del{display:none}',
    'a fee of <del>0.10%</del><ins>0.25%</ins> on',
    'a fee of 0.25% on',
    [],
  ],
  [
    'an insertion inside of a deletion',
    '',
    'a fee of <del>0.10% <ins>0.20%</ins></del><ins>0.25%</ins> on',
    'a fee of 0.25% on',
    ['0.10%', '0.20%'],
  ],
  [
    'deletions without a line stay deletions',
    'del{text-decoration:none;color:#888}',
    'a fee of <del>0.10%</del> <ins>0.25%</ins> on',
    'a fee of 0.25% on',
    ['0.10%'],
  ],
];
for (const [name, css, html, shown, struck] of redlines) {
  test(`of text that is struck out and inserted, the inserted text counts: ${name}`, async () => {
    const reading = await read(`<style>${css}</style><p>${html}</p>`);
    assert.equal(
      reading.blocks.map(({ text }) => text),
      [shown],
    );
    assert.equal(reading.struck?.map(({ text }) => text) ?? [], struck);
  });
}

test('letters that leave a gap in a sentence leave a mark', async () => {
  const { blocks } = await read('<p>We do <span style="color:#fff">not</span> charge a fee of 0.25%.</p>');
  assert.is(blocks[0]?.text, 'We do \ufffd charge a fee of 0.25%.');
});

test('a style sheet that is made to be slow is refused', async () => {
  const css = `q ${'div '.repeat(10)}p{display:none}`;
  const html = `<style>${css}</style>${'<div>'.repeat(400)}${'<i><p>x</p></i>'.repeat(2_000)}`;
  try {
    await read(html);
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /style sheets take more than 20000000 steps/);
  }
});

test.run();
