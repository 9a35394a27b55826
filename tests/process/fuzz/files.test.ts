/** Kept inputs, and some generated ones, of what reads files. */
import { test } from 'uvu';
import { bundlesInput } from './bundles.ts';
import { feedsInput } from './feeds.ts';
import { openImportsInput } from './imports.ts';
import { runKept, runSome } from './run-input.ts';

test('feeds: kept inputs', () => runKept(feedsInput));
test('feeds: generated inputs', () => runSome(feedsInput, 30));
test('bundles: kept inputs', () => runKept(bundlesInput));
test('bundles: generated inputs', () => runSome(bundlesInput, 30));
test('imports: kept inputs', async () => runKept(await openImportsInput()));
test('imports: generated inputs', async () => runSome(await openImportsInput(), 30));

test.run();
