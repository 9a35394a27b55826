/** The diagram of README.md and docs/architecture.md is the catalogue. `UPDATE_DOCS=1` writes it, for review. */
import { writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { consumers } from '../../pipeline/processors/catalogue.ts';
import { diagram, drawnTopics, outputsOf, processorTable, withPart, writers } from './data-flow.ts';
import { pathOf, textOf } from './tree.ts';

const parts = [
  ['README.md', 'data flow', diagram],
  ['docs/architecture.md', 'data flow', diagram],
  ['docs/architecture.md', 'processors', processorTable],
] as const;

for (const [page, name, make] of parts) {
  test(`${page}: the part "${name}" is generated`, () => {
    const expected = withPart(textOf(page), name, make());
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(pathOf(page), expected);
    assert.fixture(textOf(page), expected, `${page} is stale; run with UPDATE_DOCS=1 and review it`);
  });
}

test('every processor writes something, and every topic has a writer', () => {
  const folds = consumers.filter(({ role }) => role !== 'sink');
  assert.equal(
    folds.filter((consumer) => outputsOf(consumer).length === 0),
    [],
  );
  const written = new Set([...folds.flatMap(outputsOf), ...Object.keys(writers)]);
  assert.equal(
    drawnTopics.filter((topic) => !written.has(topic)),
    [],
  );
});

test('nothing is drawn twice', () => {
  const lines = diagram().split('\n');
  assert.equal(
    lines.filter((line, index) => lines.indexOf(line) !== index),
    [],
  );
});

test.run();
