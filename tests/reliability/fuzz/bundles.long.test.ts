import { test } from 'uvu';
import { bundlesDoor } from './bundles.ts';
import { fuzz } from './run-door.ts';

test('fuzz: an altered evidence bundle is never unbroken', () => fuzz(bundlesDoor));

test.run();
