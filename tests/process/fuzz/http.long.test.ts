// rule: every answer has the envelope, also tests/process/fuzz/http.test.ts
import { test } from 'uvu';
import { type FuzzedApi, openFuzzedApi } from './api.ts';
import { openCursorsInput } from './cursors.ts';
import { httpInput } from './http.ts';
import { fuzz } from './fuzz-input.ts';
import { openRegistryInput } from './registry.ts';
import { searchesInput } from './searches.ts';

let api: FuzzedApi;

test.before(async () => {
  api = await openFuzzedApi();
});
test.after(() => api.close());

test('fuzz: every answer has the envelope, an id and the security headers, and none is a 500', () =>
  fuzz(httpInput(api)));

test('fuzz: a cursor is refused or resumes, and none is a 500', async () => fuzz(await openCursorsInput(api)));

test('fuzz: a text is searched for or refused, and none is a 500', () => fuzz(searchesInput(api)));

test('fuzz: a text of the registry is checked, refused or found by, and none is a 500', async () =>
  fuzz(await openRegistryInput(api)));

test.run();
