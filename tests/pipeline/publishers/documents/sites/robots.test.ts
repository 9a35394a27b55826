import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { originOf, parseRobots, robotsLimits } from '../../../../../pipeline/publishers/documents/sites/robots.ts';

const origin = 'https://issuer.test';
const rules = (text: string) => parseRobots(origin, Buffer.from(text));
const cases: readonly (readonly [name: string, text: string, path: string, allowed: boolean])[] = [
  ['nothing', '', '/a', true],
  ['a page instead of rules', '<!doctype html><p>Disallow: /', '/a', true],
  ['all', 'User-agent: *\nDisallow: /', '/a', false],
  ['an empty rule', 'User-agent: *\nDisallow:', '/a', true],
  ['our own group wins', 'User-agent: *\nDisallow: /\nUser-agent: Attestry/2\nAllow: /', '/a', true],
  ['our own group forbids', 'User-agent: attestry\nDisallow: /private\n\nUser-agent: *\nAllow: /', '/private/a', false],
  ['a group of several names', 'User-agent: a\nUser-agent: attestry\nDisallow: /x', '/x', false],
  ['a group of another', 'User-agent: googlebot\nDisallow: /', '/x', true],
  ['the longest rule wins', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['allow wins of equals', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
  ['wildcards and the end', 'User-agent: *\nDisallow: /*.pdf$', '/x/paper.pdf', false],
  ['repeated wildcards', 'User-agent: *\nDisallow: /****.pdf', '/paper.pdf', false],
  ['lines of all systems', 'User-agent: *\rDisallow: /a\r\nDisallow: /b\n', '/b', false],
  ['a byte order mark', '\ufeffUser-agent: *\nDisallow: /', '/a', false],
  ['comments', 'User-agent: * # all\nDisallow: /a # not this', '/a', false],
  ['a query', 'User-agent: *\nDisallow: /*?print', '/a?print=1', false],
];
for (const [name, text, path, allowed] of cases) {
  test(`robots: ${name}`, () => assert.is(rules(text).isAllowed(`${origin}${path}`), allowed));
}

test('robots of another scheme, host or port do not decide', () => {
  const { isAllowed } = rules('User-agent: *\nDisallow: /');
  for (const url of ['http://issuer.test/a', 'https://www.issuer.test/a', 'https://issuer.test:8443/a']) {
    assert.is(isAllowed(url), null, url);
  }
  assert.is(originOf('https://issuer.test:443/a'), origin);
  assert.is(originOf('ftp://issuer.test/'), null);
});

test('the crawl delay of our group, else of all; nonsense is none', () => {
  assert.is(rules('User-agent: *\nCrawl-delay: 10').crawlDelay, 10);
  assert.is(rules('User-agent: attestry\nCrawl-delay: 2.5\nUser-agent: *\nCrawl-delay: 10').crawlDelay, 2.5);
  for (const bad of ['-3', '0', 'soon', 'Infinity', '']) {
    assert.is(rules(`User-agent: *\nCrawl-delay: ${bad}`).crawlDelay, null, bad);
  }
});

test('2,000 rules of our group are read, and none of them is cut in two', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => `Disallow: /${index}`);
  const { isAllowed } = rules(['User-agent: *', ...many].join('\n'));
  assert.is(isAllowed(`${origin}/1999`), false);
  assert.is(isAllowed(`${origin}/2500x`), false, '/2500x begins with /250');
  const cut = Buffer.from(`User-agent: *\n${'# '.repeat((robotsLimits.bytes - 40) / 2)}\nDisallow: /private-and-more`);
  assert.is(parseRobots(origin, cut).isAllowed(`${origin}/public`), true);
  const others = Array.from({ length: 5_000 }, (_, index) => `Disallow: /o${index}`);
  const own = rules(['User-agent: x', ...others, 'User-agent: *', 'Disallow: /mine'].join('\n'));
  assert.is(own.isAllowed(`${origin}/mine`), false, 'rules of other programs use up no room');
});

test('expensive rules are read up to 64 KiB of a group', () => {
  const line = `Disallow: /${'*a'.repeat(1_000)}b`;
  const kept = Math.floor(robotsLimits.groupCharacters / (line.length - 'Disallow: '.length));
  const behind = (count: number): boolean | null => {
    const path = `/mine${'x'.repeat(1_900)}`;
    const text = `User-agent: *\n${`${line}\n`.repeat(count)}Disallow: ${path}`;
    return parseRobots(origin, Buffer.from(text)).isAllowed(`${origin}${path}`);
  };
  assert.is(behind(kept - 1), false);
  assert.is(behind(kept), true);
});

test('any bytes are rules, and an address of the origin has an answer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.webPath(), (bytes, path) => {
      assert.type(parseRobots(origin, Buffer.from(bytes)).isAllowed(`${origin}${path}`), 'boolean');
    }),
  );
});

test.run();
