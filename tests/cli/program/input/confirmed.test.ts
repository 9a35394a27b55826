import { PassThrough } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmed } from '../../../../cli/program/input/confirmed.ts';

const answerTo = (typed: string, { ends }: { readonly ends: boolean }): Promise<boolean> => {
  const input = new PassThrough();
  if (ends) input.end(typed);
  else input.write(typed);
  return confirmed('Import?', { input, output: new PassThrough(), terminal: true });
};

test('only y and yes are a yes', async () => {
  for (const typed of ['y\n', 'Y\r\n', ' yes \n']) assert.is(await answerTo(typed, { ends: false }), true, typed);
  for (const typed of ['\n', 'n\n', 'yesterday\n', 'ja\n']) {
    assert.is(await answerTo(typed, { ends: false }), false, typed);
  }
});

test('Ctrl+C, Ctrl+D and a terminal that closes are a no', async () => {
  assert.is(await answerTo('\u0003', { ends: false }), false);
  assert.is(await answerTo('\u0004', { ends: false }), false);
  assert.is(await answerTo('', { ends: true }), false);
  assert.is(await answerTo('y', { ends: true }), false);
});

test.run();
