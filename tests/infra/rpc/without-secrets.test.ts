import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withoutSecrets } from '../../../infra/rpc/without-secrets.ts';

const key = 'abcdef0123456789';

const cases: readonly (readonly [name: string, url: string, text: string, shown: string])[] = [
  [
    'the whole URL',
    `https://node.example/v2/${key}`,
    `no such project: https://node.example/v2/${key}.`,
    'no such project: ….',
  ],
  ['the path alone', `https://node.example/v2/${key}`, `invalid key ${key}`, 'invalid key …'],
  [
    'a value of the query',
    `https://node.example/?apikey=${key}`,
    `key ${key} is over its limit`,
    'key … is over its limit',
  ],
  ['the host, which may have a key', `https://${key}.node.example/`, `${key}.node.example is unknown`, '… is unknown'],
  ['an encoded part', 'https://node.example/a%2Fb%2Fc%2Fd%2Fe', 'no a/b/c/d/e, no a%2Fb%2Fc%2Fd%2Fe', 'no …, no …'],
  ['every time', `https://node.example/${key}`, `${key} ${key}`, '… …'],
  [
    'in another case',
    `https://node.example/v2/${key}`,
    `no project ABCDEF0123456789 or AbCdEf0123456789`,
    'no project … or …',
  ],
  ['percent-encoded', `https://node.example/v2/${key}`, 'key %61b%63def0%31%323456789', 'key …'],
  [
    'encoded twice',
    `https://node.example/v2/${key}`,
    `key ${Array.from(key)
      .map((c) => `%25${c.charCodeAt(0).toString(16)}`)
      .join('')}`,
    'key …',
  ],
  [
    'escaped as in JSON',
    `https://node.example/v2/${key}`,
    'key \\u0061\\u0062cdef0123456789 \\u{61}bcdef0123456789',
    'key … …',
  ],
  ['escaped as in HTML', `https://node.example/v2/${key}`, 'key &#97;b&#x63;def0123456789', 'key …'],
  ['in base64', `https://node.example/v2/${key}`, `key ${Buffer.from(key).toString('base64')}`, 'key …=='],
  ['in hex', `https://node.example/v2/${key}`, `key ${Buffer.from(key).toString('hex').toUpperCase()}`, 'key …'],
  ['with characters that are not seen', `https://node.example/v2/${key}`, 'key abcd\u200bef01\u00ad23456789', 'key …'],
  [
    'a login, also as it is sent',
    'https://me:pass@node.example/',
    `Basic ${btoa('me:pass')} of me:pass, pass`,
    'Basic …== of …, …',
  ],
  ['a key in another spelling in the URL', 'https://node.example/a%62cdef0123456789', 'key abcdef0123456789', 'key …'],
  ['part of a host', `https://${key}.quiknode.example/`, `endpoint ${key}`, 'endpoint …'],
  ['characters of expressions', 'https://node.example/?k=a.b*c(d)e%5B', 'a.b*c(d)e[ is not aXbYc', '… is not aXbYc'],
  [
    'short words stay',
    `https://node.example/v2/${key}`,
    'v2 execution reverted: example',
    'v2 execution reverted: example',
  ],
];

for (const [name, url, text, shown] of cases) {
  test(name, () => assert.is(withoutSecrets(url)(text), shown));
}

test.run();
