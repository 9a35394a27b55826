/** Sources that disagree, for the approved texts. */
import type { CheckName, SourceCheckValue } from '../../../../../schemas/facts.ts';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import type { ExplanationKind } from '../../../../../schemas/vocabulary.ts';
import { at, declaredAsset, observation } from '../../builders.ts';
import type { Scenario } from '../../scenarios.ts';

type Side = readonly [source: string, value: string, date: string];

const check = (
  observedAt: number,
  name: CheckName,
  state: SourceCheckValue['state'],
  sides: readonly [left: Side, right: Side],
  given: Partial<SourceCheckValue> = {},
): Observation => {
  const [left, right] = sides.map(([source, value, date]) => ({
    source,
    value,
    asOf: at(date),
    observationId: source,
  }));
  if (left === undefined || right === undefined) throw new Error('a check has two sides');
  const value: SourceCheckValue = {
    name,
    state,
    about: null,
    left,
    right,
    asOf: left.asOf,
    difference: null,
    previous: null,
    ...given,
  };
  const key = `check:${name}`;
  return observation({ subjectKey: key, field: 'check', sourceKey: key, value, observedAt, extractor: 'reconcile' });
};

const supply = (total: string): readonly [Side, Side] => [
  ['report', total, '2026-01-31'],
  ['chains', '75012345678.123456', '2026-02-01'],
];
const control: readonly [Side, Side] = [
  ['terms', '3 of 5 signers', '2026-02-09'],
  ['chain:eip155:1', 'a single key', '2026-02-08'],
];
const february = at('2026-02-28');

export const checkScenarios: Partial<Record<ExplanationKind, () => readonly Scenario[]>> = {
  sources_disagree: () => [
    {
      title: 'A report states more tokens than its chains hold, and the next one does not',
      changes: declaredAsset().changes(
        check(february, 'supply', 'differ', supply('76000000000'), { difference: '987654321.876544' }),
        check(february + 1, 'supply', 'agree', supply('75012000000'), { previous: 'differ' }),
      ),
    },
    {
      title: 'The supply grew while the chain stated no mint authority',
      changes: declaredAsset().changes(
        check(
          february,
          'mint',
          'differ',
          [
            ['chain:eip155:1', '1000000', '2026-02-26'],
            ['chain:eip155:1', '1250000.5', '2026-02-27'],
          ],
          { difference: '250000.5' },
        ),
      ),
    },
    {
      title: 'The terms state a multisig, and the chain a single key',
      changes: declaredAsset().changes(
        check(february, 'authority', 'differ', control, { about: 'mint_authority' }),
        check(february + 1, 'authority', 'agree', [control[0], ['chain:eip155:1', '3 of 5 signers', '2026-02-27']], {
          about: 'mint_authority',
          previous: 'differ',
        }),
      ),
    },
    {
      title: 'A white paper no longer names a chain with a deployment',
      changes: declaredAsset().changes(
        check(
          february,
          'chains',
          'differ',
          [
            ['whitepaper', 'Ethereum', '2026-02-27'],
            ['registry', 'Ethereum and Base', '2024-01-01'],
          ],
          { previous: 'agree', difference: 'The document does not name Base' },
        ),
      ),
    },
  ],
};
