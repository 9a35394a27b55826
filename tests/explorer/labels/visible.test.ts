import { renderToString } from 'preact-render-to-string';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Theirs } from '../../../explorer/parts/theirs.tsx';
import { visibleLine } from '../../../explorer/labels/visible.ts';

const texts: readonly (readonly [text: string, shown: string])[] = [
  ['Acme Euro', 'Acme Euro'],
  ['Acme \u202eoruE', 'Acme U+202EoruE'],
  ['Ac\u200bme', 'AcU+200Bme'],
  ['\u2066a\u2069', 'U+2066aU+2069'],
  ['a\u0000b\u001b', 'aU+0000bU+001B'],
  ['tag \u{e0041}', 'tag U+E0041'],
  ['\u3164', 'U+3164'],
  ['line\none', 'line\none'],
  ['عملة', 'عملة'],
  ['می‌خواهم', 'می‌خواهم'],
  ['👩‍🚀', '👩‍🚀'],
  ['e\u0302\u0301', 'e\u0302\u0301'],
  ['မြွှေး', 'မြွှေး'],
  [`Z${'\u0351'.repeat(5)}a`, `Z${'\u0351'.repeat(5)}a`],
  [`Z${'\u0351'.repeat(12)}a`, `Z${'\u0351'.repeat(5)}+7 marksa`],
  [`Z${'\u0351'.repeat(5)}\u034f${'\u0310'.repeat(3)}`, `Z${'\u0351'.repeat(5)}U+034F+3 marks`],
];
for (const [text, shown] of texts) {
  test(`an invisible character is shown by its number, marks in a pile by their count: ${JSON.stringify(shown)}`, () => {
    assert.is(visibleLine(text), shown);
    assert.is(renderToString(Theirs({ text })).replaceAll(/<\/?code>/g, ''), `<bdi>${shown}</bdi>`);
  });
}

test('a text of blanks is shown as one', () => {
  for (const text of ['', ' ', '\u00a0\u2003']) {
    assert.is(renderToString(Theirs({ text })), '<bdi><span class="muted">(blank)</span></bdi>');
  }
});

test.run();
