/** Kept inputs, and some generated ones, of HTTP. */
import { test } from 'uvu';
import { type FuzzedApi, openFuzzedApi } from './api.ts';
import { openCursorsInput } from './cursors.ts';
import { httpInput } from './http.ts';
import { openRegistryInput } from './registry.ts';
import { runKept, runSome } from './run-input.ts';
import { searchesInput } from './searches.ts';

let api: FuzzedApi;

test.before(async () => {
  api = await openFuzzedApi();
});
test.after(() => api.close());

test('http: kept inputs', () => runKept(httpInput(api)));
test('http: generated inputs', () => runSome(httpInput(api), 30));
test('cursors: kept inputs', async () => runKept(await openCursorsInput(api)));
test('cursors: generated inputs', async () => runSome(await openCursorsInput(api), 30));
test('searches: kept inputs', () => runKept(searchesInput(api)));
test('searches: generated inputs', () => runSome(searchesInput(api), 60));
test('registry: kept inputs', async () => runKept(await openRegistryInput(api)));
test('registry: generated inputs', async () => runSome(await openRegistryInput(api), 40));

test.run();
