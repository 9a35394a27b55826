import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pdfjs } from '../../../infra/reading/readers/pdf/pdfjs.ts';

/** Functions of the engine have no member `prototype`, which functions written in JavaScript have. */
const isOfEngine = (one: unknown): boolean => typeof one === 'function' && !Object.hasOwn(one, 'prototype');

test('the library leaves the built-in functions of the process as they are', async () => {
  await pdfjs();
  for (const owner of [Array.prototype, Function.prototype, JSON]) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      const value: unknown = property.value;
      if (typeof value === 'function' && name !== 'constructor') assert.ok(isOfEngine(value), name);
    }
  }
});

test.run();
