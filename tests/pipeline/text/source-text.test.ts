import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatChain, formatSource } from '../../../pipeline/text/source-text.ts';
import { chains } from '../../../schemas/values/chains.ts';

test('sources have names by kind', () => {
  assert.is(formatSource('terms'), 'the terms document');
  assert.is(formatSource('reserve-report'), 'the source “reserve-report”');
  assert.is(formatSource('chain:eip155:1'), 'the Ethereum chain');
  assert.is(formatSource('chain:eip155:10'), 'the chain eip155:10');
});

test('every supported chain has a name', () => {
  for (const { caip2 } of chains) assert.is.not(formatChain(caip2), caip2);
});

test.run();
