import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readPage, selectorProblem } from '../../../../pipeline/publishers/pages/read-page.ts';

const url = 'https://issuer.example/legal/terms';
const textOf = (html: string, ...remove: readonly string[]): string => readPage(html, { url, remove }).text;

const texts: readonly (readonly [name: string, html: string, text: string])[] = [
  ['blocks are lines', '<h1>Terms</h1><p>One.</p><p>Two.</p><ul><li>a<li>b</ul>', 'Terms\nOne.\nTwo.\na\nb'],
  ['inline elements are not', '<p>Fee of <b>0.10</b><i> %</i> <a href="/x">applies</a></p>', 'Fee of 0.10 % applies'],
  ['whitespace collapses', '<p>  Fee\n\tof&nbsp;1&#160;%  </p>', 'Fee of 1 %'],
  ['a break is a line', 'One<br>Two<br/>Three', 'One\nTwo\nThree'],
  ['what is not shown', '<style>a</style><script>b()</script><noscript>c</noscript><!-- d --><p>e</p>', 'e'],
  ['a title without a head', '<!doctype html><title>T</title><p>B</p>', 'B'],
  ['the head is not shown', '<html><head><title>T</title></head><body>B</body></html>', 'B'],
  ['entities', '<p>A &amp; B &lt;c&gt; &euro; &#x20AC;</p>', 'A & B <c> € €'],
  ['cells of a table', '<table><tr><td>a</td><td>b</td></tr></table>', 'a\nb'],
  ['never closed', '<div><p>One<p>Two<span>Three', 'One\nTwoThree'],
  ['not HTML at all', 'plain & simple', 'plain & simple'],
  ['nothing', '', ''],
];

for (const [name, html, text] of texts) test(`text: ${name}`, () => assert.is(textOf(html), text));

test('declared blocks are removed with their links', () => {
  const html = '<p>Terms <a href="/a">a</a></p><div class="rotating"><p>Photo <a href="/b">b</a></p></div>';
  const remove = ['.rotating', '#none'];
  assert.equal(readPage(html, { url, remove }), { text: 'Terms a', links: ['https://issuer.example/a'] });
});

test('links are resolved against the base of the page, else its address', () => {
  const link = '<a href=" annex.pdf#p1 ">x</a><map><area href="/map"></map><a name="n">y</a>';
  assert.equal(readPage(link, { url, remove: [] }).links, [
    'https://issuer.example/legal/annex.pdf',
    'https://issuer.example/map',
  ]);
  const based = `<head><base href="/docs/"><base href="https://ignored.example/"></head>${link}`;
  assert.equal(readPage(based, { url, remove: [] }).links, [
    'https://issuer.example/docs/annex.pdf',
    'https://issuer.example/map',
  ]);
});

test('deep nesting costs neither stack nor time', () => {
  assert.is(textOf(`${'<div>'.repeat(20_000)}deep`), 'deep');
  assert.is(textOf(`${'<b>'.repeat(20_000)}deep${'</b>'.repeat(20_000)}<p>after</p>`, 'i b'), 'deep\nafter');
  assert.equal(readPage(`${'<b>'.repeat(600)}<a href="/x">y</a>`, { url, remove: [] }), {
    text: 'y',
    links: ['https://issuer.example/x'],
  });
});

test('broken markup is read', () => {
  assert.is(textOf('<p>a</p><![CDATA[<p>b</p>]]></div></p><'), 'a\n<');
});

test('a selector is checked before it is used', () => {
  assert.is(selectorProblem('footer .captions'), null);
  assert.match(selectorProblem('div[') ?? '', /^"div\[" is not a CSS selector: /);
  assert.match(selectorProblem('p:nonsense') ?? '', /is not a CSS selector/);
});

test.run();
