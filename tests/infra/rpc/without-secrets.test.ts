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
