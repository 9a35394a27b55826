/** docs/severity.md and docs/standing.md have the tables of the program. `UPDATE_DOCS=1` writes them, for review. */
import { writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { termsOf } from '../../schemas/vocabulary.ts';
import { withPart } from './data-flow.ts';
import { pathOf, tableRows, textOf } from './tree.ts';
import { freshnessLimits, requiredLists, severityLimits, severityRows } from './urgency-parts.ts';

const parts = [
  ['docs/severity.md', 'severity rows', severityRows],
  ['docs/severity.md', 'severity limits', severityLimits],
  ['docs/standing.md', 'freshness', freshnessLimits],
  ['docs/standing.md', 'required lists', requiredLists],
] as const;

for (const [page, name, make] of parts) {
  test(`${page}: the part "${name}" is generated`, () => {
    const expected = withPart(textOf(page), name, make());
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(pathOf(page), expected);
    assert.fixture(textOf(page), expected, `${page} is stale; run with UPDATE_DOCS=1 and review it`);
  });
}

const termsIn = (page: string, terms: readonly string[]): readonly string[] =>
  tableRows(textOf(page)).flatMap(([first = '']) => {
    const term = /^`(\w+)`$/.exec(first)?.[1] ?? '';
    return terms.includes(term) ? [term] : [];
  });

test('docs/severity.md explains each term of severity, in their order', () => {
  assert.equal(termsIn('docs/severity.md', termsOf('severity')), termsOf('severity'));
});

test('docs/standing.md explains each state and each part of a standing, in their order', () => {
  assert.equal(termsIn('docs/standing.md', termsOf('standingState')), termsOf('standingState'));
  assert.equal(termsIn('docs/standing.md', termsOf('standingPart')), termsOf('standingPart'));
});

test.run();
