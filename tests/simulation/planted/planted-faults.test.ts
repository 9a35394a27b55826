import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { firstSeeds } from './first-seeds.ts';
import { plantedFaults } from './planted-faults.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('every planted fault replaces a text that its file contains once', () => {
  for (const { name, edits } of plantedFaults) {
    for (const { file, find, replace } of edits) {
      assert.is(readFileSync(root + file, 'utf8').split(find).length, 2, `${name}: ${file}: ${find}`);
      assert.not.equal(find, replace, name);
    }
  }
});

test('names of planted faults are unique', () => {
  assert.is(new Set(plantedFaults.map(({ name }) => name)).size, plantedFaults.length);
});

test('every seed that is tried first is one of those within which its fault must be found', () => {
  const within = new Map(plantedFaults.map((fault) => [fault.name, fault.within]));
  for (const [name, seed] of Object.entries(firstSeeds)) {
    assert.ok(seed >= 1 && seed <= (within.get(name) ?? 0), `${name}: ${seed}`);
  }
});

test.run();
