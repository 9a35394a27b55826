// rule: an altered evidence bundle is never unbroken, also tests/process/fuzz/files.test.ts
import { test } from 'uvu';
import { bundlesInput } from './bundles.ts';
import { fuzz } from './fuzz-input.ts';

test('fuzz: an altered evidence bundle is never unbroken', () => fuzz(bundlesInput));

test.run();
