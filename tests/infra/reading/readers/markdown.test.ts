/** What Markdown shows, and marks that are signs of their own. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shownMarkdown } from '../../../../infra/reading/readers/markdown.ts';
import { readBytes } from '../../../../infra/reading/readers/read-bytes.ts';

const test = suite('text of Markdown');

const cases: readonly (readonly [source: string, shown: string])[] = [
  // Signs without a partner are text.
  ['The fee is 0.25%* and the minimum 100** a day.', 'The fee is 0.25%* and the minimum 100** a day.'],
  ['2 * 3 * 4 = 24', '2 * 3 * 4 = 24'],
  ['a snake_case_name and __init', 'a snake_case_name and __init'],
  ['3*4*5', '3*4*5'],
  ['an open ** mark', 'an open ** mark'],
  ['[Section 4] and (clause 5)', '[Section 4] and (clause 5)'],
  ['\\*\\*not bold\\*\\*', '**not bold**'],
  ['~100 and ~200', '~100 and ~200'],
  // Marks of emphasis, code and links are none.
  ['**The fee is 0.25%.**', 'The fee is 0.25%.'],
  ['The **fee** is __0.25%__, *charged* _once_.', 'The fee is 0.25%, charged once.'],
  ['***Both*** and **bold with *emphasis* inside**', 'Both and bold with emphasis inside'],
  ['The laws of **France**, **1\\.2**', 'The laws of France, 1.2'],
  ['See the [terms](https://issuer.example/terms) and ![logo](logo.png).', 'See the terms and logo.'],
  ['the `redeem` function', 'the redeem function'],
  // Scripts without spaces between words.
  ['手数料*と最低額', '手数料*と最低額'],
  ['手数料は**0.25%**です。', '手数料は0.25%です。'],
  ['**準拠法**は日本法とします。', '準拠法は日本法とします。'],
  ['费用为~~0.10%~~**0.25%**。', '费用为0.25%。'],
  ['이 약관은 **대한민국** 법에 따릅니다.', '이 약관은 대한민국 법에 따릅니다.'],
  // What is struck out is no text.
  ['The fee is ~~0.10%~~ **0.25%**.', 'The fee is 0.25%.'],
  ['~~The **old** fee is 0.10%.~~', ''],
];
for (const [source, shown] of cases) test(source, () => assert.is(shownMarkdown(source).text, shown));

test('marks go over the lines of a paragraph, not over paragraphs', async () => {
  const text = '# **Terms**\n\nThe fee **is\n0.25%** of it.\n\n**Open\n\nEnd**\n';
  const { reading } = await readBytes(Buffer.from(text), { class: null, charset: null });
  assert.equal(
    reading.blocks.map((block) => block.text),
    ['Terms', 'The fee is 0.25% of it.', '**Open', 'End**'],
  );
  assert.equal(reading.alarms, []);
});

const lists: readonly (readonly [why: string, text: string, blocks: readonly string[]])[] = [
  ['a dash within a range', 'The minimum is USD 100\n- 500 a day.', ['The minimum is USD 100 - 500 a day.']],
  ['a number that ends a sentence', 'It ends within\n30. The fee is 1%.', ['It ends within 30. The fee is 1%.']],
  ['a star without a space', '*one*\n*two*', ['one two']],
  ['items below a paragraph', 'Fees:\n- issue: 1%\n- redemption: 2%', ['Fees:', 'issue: 1%', 'redemption: 2%']],
  ['items of several lines', '- issue\n  is free\n- redemption\nis not', ['issue is free', 'redemption is not']],
  ['numbered items', '1. issue\n2. redemption', ['1. issue', '2. redemption']],
  ['items, then a paragraph', '* issue\n\nThe law is French.', ['issue', 'The law is French.']],
  ['items with emphasis', '* **issue**\n* *redemption*', ['issue', 'redemption']],
];
for (const [why, text, blocks] of lists)
  test(`items of lists are blocks of their own: ${why}`, async () => {
    const { reading } = await readBytes(Buffer.from(text), { class: null, charset: null });
    assert.equal(
      reading.blocks.map((block) => block.text),
      blocks,
    );
  });

test('struck text raises an alarm', async () => {
  const { reading } = await readBytes(Buffer.from('The fee is ~~0.10%~~ 0.25%.'), { class: null, charset: null });
  assert.equal(reading.alarms, ['the document has text that people may not see: it is struck out (5 characters)']);
});

test.run();
