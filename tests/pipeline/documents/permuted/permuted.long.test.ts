// rule: a layout gives the values of the document or none, also tests/pipeline/documents/permuted/permuted.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { distractors } from './distractors.ts';
import { report, type ReportKind, reportKinds, spellings, whitePaper } from './labelled.ts';
import { layouts } from './layouts.ts';
import { pairsOf } from './read-pairs.ts';

const renderings = 500;
const first = Number(process.env['ATTESTRY_SEED'] ?? 1);

/** The n-th number of a seed, below a bound. */
function createDraw(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % bound;
  };
}

test(`${renderings} renderings give no wrong value`, async () => {
  for (let seed = first; seed < first + renderings; seed += 1) {
    const draw = createDraw(seed);
    const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T;
    const spelling = pick(spellings);
    const kinds = Object.keys(reportKinds) as ReportKind[];
    const document = draw(2) === 0 ? whitePaper(pick([2, 3, 4] as const), spelling) : report(pick(kinds), spelling);
    const kept = document.rows.filter(() => draw(8) > 0);
    const rows = draw(2) === 0 ? kept : kept.toReversed();
    const added: Record<'before' | 'after', string[]> = { before: [], after: [] };
    for (const one of Object.values(distractors)) if (draw(3) === 0) added[one.where].push(...one.texts(document));
    const name = pick(Object.keys(layouts));
    const bytes = layouts[name]?.({ document: { ...document, rows }, ...added });
    assert.ok(bytes);
    const wrong = (await pairsOf(bytes, { ...document, rows })).filter(({ outcome }) => outcome === 'wrong');
    assert.equal(wrong, [], `seed ${seed}, ${name}`);
  }
});

test.run();
