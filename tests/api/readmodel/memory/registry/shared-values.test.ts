import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSharedValues } from '../../../../../api/readmodel/memory/registry/shared-values.ts';

test('equal values of rows are one object, and others are not', () => {
  const shared = createSharedValues();
  const issuer = shared.parsed<object>('{"name":"Ä"}');
  assert.equal(issuer, { name: 'Ä' });
  assert.is(shared.parsed('{"name":"Ä"}'), issuer);
  assert.equal(shared.parsed('{"name":"ä"}'), { name: 'ä' });
  assert.is(shared.parsed('null'), null);
  const regimes = ['a b', 'c'];
  assert.is(shared.same(regimes), regimes);
  assert.is(shared.same(['a b', 'c']), regimes);
  assert.equal(shared.same(['a', 'b c']), ['a', 'b c']);
});

test('a long text is parsed each time', () => {
  const shared = createSharedValues();
  const text = JSON.stringify(['x'.repeat(1_000)]);
  assert.equal(shared.parsed(text), JSON.parse(text));
  assert.is.not(shared.parsed(text), shared.parsed(text));
});

test.run();
