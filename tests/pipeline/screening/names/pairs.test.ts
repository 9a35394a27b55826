import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agreementText } from '../../../../pipeline/screening/names/agreement-text.ts';
import { sidesOfPair } from '../../../../pipeline/screening/names/agreement-templates.ts';
import { compareNames } from '../../../../pipeline/screening/names/compare-names.ts';
import { fixturePath } from '../../../support/fixture-path.ts';
import { approve } from '../../changes/approve.ts';
import { confusionOf, developmentPairs, isFound, selections } from './name-pairs.ts';

const figures = (share: number): string => share.toFixed(3);

test('the development pairs: F1 of at least 0.92 for all and 0.94 for organisations, above the incumbent', () => {
  const floors: Readonly<Record<string, number>> = { 'all pairs': 0.92, organisations: 0.94 };
  for (const [name, floor] of Object.entries(floors)) {
    const pairs = developmentPairs.filter(selections[name] ?? (() => false));
    const { f1 } = confusionOf(pairs);
    assert.ok(f1 >= floor, `${name}: ${figures(f1)}`);
    assert.ok(f1 > confusionOf(pairs, ({ incumbent }) => incumbent).f1, name);
  }
});

test('no pair whose label is strong is answered wrongly', () => {
  const wrong = developmentPairs.filter((pair) => pair.quality === 'STRONG' && isFound(pair) !== pair.isMatch);
  assert.equal(wrong, []);
});

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

test('every verdict on the development pairs, with its reason, is approved', () => {
  const counts = Object.entries(selections).map(([name, isOf]) => {
    const pairs = developmentPairs.filter(isOf);
    const { truePositives, falsePositives, falseNegatives, trueNegatives, f1 } = confusionOf(pairs);
    const incumbent = confusionOf(pairs, (pair) => pair.incumbent);
    const outcomes = [truePositives, falsePositives, falseNegatives, trueNegatives].join(' | ');
    return `| ${name} | ${pairs.length} | ${outcomes} | ${figures(f1)} | ${figures(incumbent.f1)} |`;
  });
  const rows = developmentPairs.map(({ name1, name2, mode, isMatch }) => {
    const found = compareNames(name1, name2, mode);
    const verdict = found?.level ?? '–';
    const outcome = (found !== null) === isMatch ? '' : isMatch ? 'missed' : 'false';
    const reason = found === null ? '' : agreementText(found, sidesOfPair);
    return `| ${cell(name1)} | ${cell(name2)} | ${verdict} | ${outcome} | ${cell(reason)} |`;
  });
  approve(
    'names/development-pairs.md',
    [
      '# Verdicts of match-v1 on the development pairs',
      '',
      'Written by `tests/pipeline/screening/names/pairs.test.ts`. The incumbent is the matcher that the pairs were published with, at its bound of 0.70. The halves are those of a hash of the names.',
      '',
      '| Pairs | Number | Same party, found | Other party, found | Same party, missed | Other party, not found | F1 | F1 of the incumbent |',
      '|-|-|-|-|-|-|-|-|',
      ...counts,
      '',
      '| First name | Second name | Level | Wrong | Reason |',
      '|-|-|-|-|-|',
      ...rows,
      '',
    ].join('\n'),
  );
});

/** The least share of each kind of variant that is found. */
const variantFloors: readonly (readonly [pattern: RegExp, floor: number])[] = [
  [/^(?:same|legal form .*|given name first)$/, 0.99],
  [/^one typo$/, 0.92],
  [/^two typos$/, 0.78],
  [/./, 0.92],
];

test('variants of listed names are found: 0.95 of all, and the share that each kind requires', () => {
  const [, ...lines] = readFileSync(fixturePath('name-pairs', 'variants.tsv'), 'utf8').trimEnd().split('\n');
  const kinds = new Map<string, { found: number; all: number }>();
  for (const line of lines) {
    const [mode, kind = '', ours = '', listed = ''] = line.split('\t');
    const counts = kinds.get(kind) ?? { found: 0, all: 0 };
    kinds.set(kind, counts);
    counts.all += 1;
    if (compareNames(ours, listed, mode === 'org' ? 'organisation' : 'person') !== null) counts.found += 1;
  }
  let found = 0;
  for (const [kind, counts] of kinds) {
    const [, floor = 1] = variantFloors.find(([pattern]) => pattern.test(kind)) ?? [];
    assert.ok(counts.found / counts.all >= floor, `${kind}: ${counts.found} of ${counts.all}`);
    found += counts.found;
  }
  assert.is(kinds.size, 12);
  assert.ok(found / lines.length >= 0.95, `${found} of ${lines.length}`);
});

test.run();
