import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seeOther } from '../../../explorer/page-route.ts';
import { nextPath, ownPath } from '../../../explorer/labels/next-path.ts';

const own = [
  '/',
  '/changes?days=30',
  '/verified-assets/0xab/ethereum',
  '/a//b',
  '/x?next=//evil.example',
  '/caf%C3%A9',
  '/changes/sanctions%3Aab',
];
for (const path of own) {
  test(`a path of ours: ${path}`, () => {
    assert.is(ownPath(path), path);
    assert.is(new URL(path, 'https://here.example').host, 'here.example');
  });
}

const foreign = [
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/./.././/evil.example',
  '/a/..//evil.example',
  '/a/../\\evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/%2F%2Fevil.example',
  '/%2F/evil.example',
  '/%252F/evil.example',
  '/%25252F/evil.example',
  '/%5Cevil.example',
  '/.%5Cevil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/\u0000',
  '/a%00b',
  '/a%0D%0AX',
  '/%u002F/evil.example',
  '/%FF',
  '/\u2028',
  'https://evil.example',
  'javascript:alert(1)',
  '',
];
test('what may lead to another host is no path of ours', () => {
  for (const path of foreign) {
    assert.is(ownPath(path), null, JSON.stringify(path));
    assert.is(nextPath(path), '/changes', JSON.stringify(path));
    assert.is(seeOther(path).headers?.['Location'], '/', JSON.stringify(path));
  }
});

test('a fragment is no part of it', () => assert.is(ownPath('/x#//evil.example'), '/x'));

test.run();
