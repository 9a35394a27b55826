import { test } from 'uvu';
import { truncationV1, truncationV2 } from '../../../../pipeline/documents/captures/accepted-text.ts';
import * as assert from 'uvu/assert';
import { shapeProblem } from '../../../../schemas/shape-check.ts';
import { captureShape } from '../../../../pipeline/changes/families/source/capture-value.ts';
import { type CaptureClass, classifyCapture } from '../../../../pipeline/documents/captures/classify-capture.ts';
import { type CapturedPage, describeCapture } from '../../../../pipeline/documents/captures/describe-capture.ts';
import { linkSet } from '../../../../pipeline/documents/captures/links.ts';
import { registrableHost } from '../../../../schemas/values/registrable-host.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { sentences } from '../../changes/families/source/builders.ts';

const url = 'https://issuer.example/terms';
const page = (text: string, links: readonly string[] = []): CapturedPage => ({
  url,
  finalUrl: url,
  documentClass: 'html',
  text,
  links,
});

const links: readonly (readonly [name: string, left: string, right: string, isEqual: boolean])[] = [
  ['relative and absolute', '/annex', 'https://issuer.example/annex', true],
  ['http and https', 'http://other.example/a', 'https://other.example/a', true],
  ['default ports and the case of hosts', 'https://OTHER.example:443/a', 'https://other.example/a', true],
  ['fragments', '/annex#fees', '/annex', true],
  ['no path and a slash', 'https://other.example', 'https://other.example/', true],
  ['a slash at the end of a path', '/annex', '/annex/', false],
  ['queries', '/annex?v=1', '/annex?v=2', false],
  ['mail addresses', 'mailto:a@issuer.example', 'mailto:b@issuer.example', false],
];

for (const [name, left, right, isEqual] of links) {
  test(`links: ${name}`, () => {
    assert.is(canonicalJson(linkSet([left], url)) === canonicalJson(linkSet([right], url)), isEqual);
    assert.is(linkSet([left, right], url).length, isEqual ? 1 : 2);
  });
}

test('links that lead nowhere else are left out', () => {
  assert.equal(linkSet(['#top', '', url, 'javascript:void(0)', 'data:text/plain,a', 'http://[', '\ud800'], url), [
    'https://issuer.example/%EF%BF%BD',
  ]);
  assert.equal(linkSet(['/a'], 'not an address'), []);
});

const hosts: readonly (readonly [address: string, host: string | null])[] = [
  ['https://www.issuer.co.uk/terms', 'issuer.co.uk'],
  ['https://issuer.github.io', 'issuer.github.io'],
  ['https://a.b.issuer.example.', 'issuer.example'],
  ['https://ISSUER.example:8443/', 'issuer.example'],
  ['https://bücher.example', 'xn--bcher-kva.example'],
  ['http://192.0.2.7/terms', '192.0.2.7'],
  ['http://[2001:db8::1]/', '[2001:db8::1]'],
  ['http://localhost/', 'localhost'],
  ['mailto:a@issuer.example', null],
  ['terms', null],
];

for (const [address, host] of hosts) {
  test(`registrable host of ${address}`, () => assert.is(registrableHost(address), host));
}

test('hashes and measures of a page beside earlier ones', () => {
  const first = page('Fees are 1 %.\nSeen 12 times.', ['/annex']);
  const value = describeCapture(page('Fees  are 1 %.\n\nSeen 13 times.', ['/annex', '/faq']), [first]);
  const { textHash, maskedHash, linksHash, ...rest } = value;
  const old = describeCapture(first, []);
  assert.is.not(textHash, old.textHash);
  assert.is(maskedHash, old.maskedHash);
  assert.is.not(linksHash, old.linksHash);
  assert.equal(rest, {
    url,
    finalUrl: url,
    documentClass: 'html',
    words: 6,
    comparisons: [
      {
        against: old.textHash,
        kept5: 0,
        new5: 1,
        linksAdded: ['https://issuer.example/faq'],
        linksRemoved: [],
        passagesAdded: ['Seen 13 times.'],
        passagesRemoved: ['Seen 12 times.'],
      },
    ],
  });
  assert.is(shapeProblem(captureShape, value), null);
});

test('layout is no text, lone surrogates are readable, repeated pages are compared once, four at most', () => {
  const same = describeCapture(page('a b\u00a0c'), [page('a\tb c\n\n'), page('a b c')]);
  assert.equal(same.comparisons, []);
  const odd = describeCapture(page('cut \ud83d off'), [
    page('x'),
    page('x'),
    ...['1', '2', '3', '4'].map((n) => page(n)),
  ]);
  assert.is(odd.comparisons.length, 4);
  canonicalJson(odd);
});

const classes: readonly (readonly [name: string, old: CapturedPage, current: CapturedPage, CaptureClass])[] = [
  ['the same', page('a b c'), page('a b c'), 'nothing'],
  ['a passage twice', page(sentences(0, 9)), page(`${sentences(0, 9)}\n${sentences(0, 9)}`), 'revision'],
  ['a number', page('paid in 5 days'), page('paid in 6 days'), 'editorial'],
  ['a link', page('paid in 5 days'), page('paid in 5 days', ['/a']), 'revision'],
  [
    'a table of numbers cut off',
    page(`Ages 1 ${'1 2 3 4 5 6 '.repeat(3)}`),
    page('Ages 1 1 2 3 4'),
    'suspect_truncation',
  ],
  ['emptied', page('a b c'), page(''), 'suspect_truncation'],
];

for (const [name, old, current, expected] of classes) {
  for (const rule of [truncationV1, truncationV2]) {
    test(`class under ${rule.version}: ${name}`, () =>
      assert.is(classifyCapture(describeCapture(old, []), describeCapture(current, [old]), rule).class, expected));
  }
}

test('class: no comparison with the accepted capture', () => {
  const classified = classifyCapture(
    describeCapture(page('a b c'), []),
    describeCapture(page('a d'), []),
    truncationV1,
  );
  assert.equal(classified, { class: 'uncompared', comparison: null, isSimilar: null });
});

test.run();
