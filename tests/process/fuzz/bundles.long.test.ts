// rule: an altered evidence bundle is never unbroken, also tests/process/fuzz/files.test.ts
import { test } from 'uvu';
import { bundlesDoor } from './bundles.ts';
import { fuzz } from './fuzz-door.ts';

test('fuzz: an altered evidence bundle is never unbroken', () => fuzz(bundlesDoor));

test.run();
