/** Kept inputs, and some generated ones, of the doors of HTTP. */
import { test } from 'uvu';
import { type FuzzedApi, openFuzzedApi } from './api.ts';
import { openCursorsDoor } from './cursors.ts';
import { httpDoor } from './http.ts';
import { runKept, runSome } from './run-door.ts';

let api: FuzzedApi;

test.before(async () => {
  api = await openFuzzedApi();
});
test.after(() => api.close());

test('http: kept inputs', () => runKept(httpDoor(api)));
test('http: generated inputs', () => runSome(httpDoor(api), 30));
test('cursors: kept inputs', async () => runKept(await openCursorsDoor(api)));
test('cursors: generated inputs', async () => runSome(await openCursorsDoor(api), 30));

test.run();
