import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chainInWords, sourceInWords } from '../../../../pipeline/changes/disclosure/source-words.ts';
import { chains } from '../../../../schemas/values/chains.ts';

test('sources are named by what they are', () => {
  assert.is(sourceInWords('terms'), 'the terms document');
  assert.is(sourceInWords('reserve-report'), 'the source “reserve-report”');
  assert.is(sourceInWords('chain:eip155:1'), 'the Ethereum chain');
  assert.is(sourceInWords('chain:eip155:10'), 'the chain eip155:10');
});

test('every supported chain has a name', () => {
  for (const { caip2 } of chains) assert.is.not(chainInWords(caip2), caip2);
});

test.run();
