// rule: a long run of marks is normalised in linear time, also tests/schemas/values/unicode-form.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { unicodeForm } from '../../../schemas/values/unicode-form.ts';
import { cpuMs } from '../../support/real-time.ts';

test('a long run of marks is normalised fast', () => {
  const million = `a${'\u0301'.repeat(500_000)}${'\u0323'.repeat(500_000)}`;
  const before = cpuMs();
  for (const form of ['NFC', 'NFD', 'NFKC'] as const) unicodeForm(million, form);
  assert.ok(cpuMs() - before < 10_000, 'ordered at once, a twentieth of them takes a minute');
});

test.run();
