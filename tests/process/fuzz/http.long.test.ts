// rule: every answer has the envelope, also tests/process/fuzz/http.test.ts
import { test } from 'uvu';
import { type FuzzedApi, openFuzzedApi } from './api.ts';
import { openCursorsDoor } from './cursors.ts';
import { httpDoor } from './http.ts';
import { fuzz } from './fuzz-door.ts';

let api: FuzzedApi;

test.before(async () => {
  api = await openFuzzedApi();
});
test.after(() => api.close());

test('fuzz: every answer has the envelope, an id and the security headers, and none is a 500', () =>
  fuzz(httpDoor(api)));

test('fuzz: a cursor is refused or resumes, and none is a 500', async () => fuzz(await openCursorsDoor(api)));

test.run();
