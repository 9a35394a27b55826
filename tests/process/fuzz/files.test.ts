/** Kept inputs, and some generated ones, of the doors that read files. */
import { test } from 'uvu';
import { bundlesDoor } from './bundles.ts';
import { feedsDoor } from './feeds.ts';
import { openImportsDoor } from './imports.ts';
import { runKept, runSome } from './run-door.ts';

test('feeds: kept inputs', () => runKept(feedsDoor));
test('feeds: generated inputs', () => runSome(feedsDoor, 30));
test('bundles: kept inputs', () => runKept(bundlesDoor));
test('bundles: generated inputs', () => runSome(bundlesDoor, 30));
test('imports: kept inputs', async () => runKept(await openImportsDoor()));
test('imports: generated inputs', async () => runSome(await openImportsDoor(), 30));

test.run();
