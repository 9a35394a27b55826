import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isSourceOf, nameOfSource, parseSourceKey, sourceKeyOf } from '../../../schemas/terms/source-keys.ts';

test('a key without a known kind is a name alone, also with a colon', () => {
  for (const key of ['registry', 'review', '', 'chain', 'terms:en', 'Chain:eip155:1', 'https://issuer.test/terms']) {
    assert.equal(parseSourceKey(key), { kind: null, name: key });
  }
});

test('a key is parsed into what it was made from', () => {
  const names = { chain: 'eip155:1', register: 'gleif', list: 'ofac-sdn', check: 'supply' };
  for (const kind of ['chain', 'register', 'list', 'check'] as const) {
    const key = sourceKeyOf[kind](names[kind]);
    assert.is(key, `${kind}:${names[kind]}`);
    assert.equal(parseSourceKey(key), { kind, name: names[kind] });
    assert.is(nameOfSource(key), names[kind]);
    assert.is(isSourceOf(kind, key), true);
    assert.is(isSourceOf(kind === 'chain' ? 'list' : 'chain', key), false);
  }
});

test.run();
