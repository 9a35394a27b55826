/** Changes of the instruments of a reserve, for the approved texts. */
import { feed } from '../../../../../pipeline/publishers/registers/firds/feed.ts';
import { firdsColumns } from '../../../../../pipeline/registers/firds-columns.ts';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import type { ExplanationKind } from '../../../../../schemas/vocabulary.ts';
import { at, cell, declared, declaredParty, fold, match, observation, row } from '../../builders.ts';
import type { Scenario } from '../../scenarios.ts';
import { bills, hour, instrumentsOf, item, july, june } from './reserve.ts';

type Items = Parameters<typeof instrumentsOf>[2];

const [first, second] = ['2025-06-30', '2025-07-31'];
const laterThat = 7 * hour;

const before: Items = [item(bills.a), item(bills.b), item({ cusip: '91282CJV4', class: 'govt_note' })];

/** The changes of the captures after an earlier report, with every observation of the asset. */
export interface CollateralScenario extends Scenario {
  readonly log: readonly Observation[];
}

function raised(
  title: string,
  captures: readonly Observation[],
  { given = before, regimes = [], beside = [] }: Partial<Setting> = {},
): CollateralScenario {
  const earlier = [declared(at('2024-01-01'), { regimes }), declaredParty(at('2024-01-01')), ...beside];
  const log = [...earlier, instrumentsOf(june, first, given), ...captures];
  const folding = fold();
  folding.outputs(...log.slice(0, earlier.length + 1));
  return { title, changes: folding.changes(...captures), log };
}

interface Setting {
  readonly given: Items;
  readonly regimes: readonly string[];
  readonly beside: readonly Observation[];
}

const confirmed = (items: Items): readonly Observation[] => [
  instrumentsOf(july, second, items),
  instrumentsOf(july + laterThat, second, items),
];

const limit = observation({
  field: 'reserve_counterparty_limit',
  sourceKey: 'terms',
  value: { percent: '25' },
  observedAt: june,
  quote: 'no more than 25 %',
  extractionRule: 'selector:limit',
});

const held = (share: number): Items => [
  item({ isin: 'XS0104440986', class: 'corporate_bond', share, issuer: { lei: null, name: 'Example Bank plc' } }),
];

export const collateralScenarios: Partial<Record<ExplanationKind, () => readonly CollateralScenario[]>> = {
  isin_added: () => [
    raised(
      'An instrument of a lower quality, confirmed',
      confirmed([...before, item({ isin: 'XS0104440986', class: 'commercial_paper', share: 120 })]),
    ),
    raised('An instrument whose class is not stated', confirmed([...before, item({ ...bills.c, class: null })])),
    raised('Bills matured and others came', confirmed([...before.slice(1), item(bills.c), item(bills.d)])),
    raised('One capture alone, and it is withdrawn', [
      instrumentsOf(july, second, [...before, item(bills.c)]),
      instrumentsOf(july + laterThat, second, before),
    ]),
  ],
  isin_removed: () => [
    raised('The only note left, and it has not matured', confirmed(before.slice(0, 2))),
    raised('A bill left before its date', confirmed([item(bills.a), ...before.slice(2)])),
  ],
  isin_detail_changed: () => [
    raised(
      'Another class of the same instrument',
      confirmed([...before.slice(0, 2), item({ cusip: '91282CJV4', class: 'corporate_bond' })]),
    ),
    raised('A bill of 93 days, then one of more', confirmed([item({ ...bills.c, maturity: '2025-12-18' })]), {
      given: [item(bills.c)],
      regimes: ['US_GENIUS'],
    }),
    raised('A bill of 94 to 96 days', confirmed([item({ ...bills.c, maturity: '2025-11-02' })]), {
      given: [item(bills.c)],
      regimes: ['US_GENIUS'],
    }),
    raised('The share of one issuer above the limit', confirmed(held(2600)), { given: held(2400), beside: [limit] }),
    raised('The share of one issuer within the limit again', confirmed(held(2400)), {
      given: held(2600),
      beside: [limit],
    }),
    referenced('Another issuer in the reference data', { [firdsColumns.issuer]: '529900AQBND3S6YJLY83' }),
    referenced('Another maturity in the reference data', { [firdsColumns.maturity]: '2026-03-31' }),
    referenced('Trading ends long before maturity', { [firdsColumns.ends]: '2025-07-31' }),
  ],
  isin_invalid: () => [
    raised('A wrong check digit', confirmed([...before, item({ cusip: '912797QL9' })])),
    raised('Two instruments on one line', confirmed([...before, item({ cusip: '912797QL4', isin: 'XS0104440986' })])),
    raised('No known prefix', confirmed([...before, item({ isin: 'ZZ0378331005' })])),
    raised('No form of an identifier', confirmed([...before, item({ isin: 'T-BILL 2025' })])),
  ],
};

const stated = {
  [firdsColumns.issuer]: '549300GDPG70E3MBBU98',
  [firdsColumns.maturity]: '2026-06-30',
  [firdsColumns.ends]: '2026-06-28',
};

const cellsOf = (observedAt: number, cells: Readonly<Record<string, string>>): readonly Observation[] =>
  Object.entries(cells).map(([name, text]) =>
    cell(
      observedAt,
      name,
      { meaning: 'instrument', register: instrumentData, entity: '', label: labels[name] ?? '', text },
      { sourceKey: 'register:firds', sourceUrl: 'https://firds.esma.europa.eu/firds/FULINS_D_20250830_01of02.zip' },
    ),
  );

/** Another record of an instrument of the reserve, behind its first one. */
function referenced(title: string, cells: Readonly<Record<string, string>>): CollateralScenario {
  const isin = 'XS0104440986';
  const given = [item({ isin, class: 'corporate_bond' })];
  const named = instrumentsOf(june, first, given);
  const of = { subjectKey: `isin:${isin}`, sinceObservationId: named.id, register: instrumentData };
  const listedRow = row(july, { ...of, polarity: 'instrument', token: isin }, { sourceKey: 'register:firds' });
  const baseline = [listedRow, ...cellsOf(july, stated)];
  return raised(title, [...baseline, ...cellsOf(july + 24 * hour, cells)], { given });
}

const instrumentData = feed.manifest.label;
const labels = Object.fromEntries(feed.columns.map(({ name, label }) => [name, label]));

const bill = 'US912797QA86';
const introduced = instrumentsOf(june, first, before);

const listed = (observedAt: number, given: Parameters<typeof match>[1] | Record<string, unknown> = {}): Observation =>
  match(observedAt, {
    subject: { key: `isin:${bill}`, kind: 'isin', display: bill, roles: ['collateral'], partyName: null },
    sinceObservationId: introduced.id,
    level: 'L1',
    entryName: 'Example Bank',
    listedAs: [`ISIN ${bill}`],
    programs: ['EXAMPLE'],
    asOf: observedAt,
    ...given,
  });

/** Matches of the reserve with sanctions lists. */
export const reserveMatchScenarios: Partial<Record<ExplanationKind, () => readonly CollateralScenario[]>> = {
  list_match_added: () => [raised('An instrument of the reserve', [listed(june + hour)])],
  list_match_amended: () => [
    onlyLast(
      raised('An instrument of the reserve', [listed(june + hour), listed(june + 2 * hour, { programs: ['OTHER'] })]),
    ),
  ],
  list_match_removed: () => [
    onlyLast(
      raised('The list no longer names an instrument of the reserve', [
        listed(june + hour),
        listed(june + 2 * hour, { status: 'cleared' }),
      ]),
    ),
    onlyLast(
      raised('The reserve no longer has the instrument', [
        listed(june + hour),
        ...confirmed([item(bills.a), ...before.slice(2)]),
      ]),
    ),
  ],
};

function onlyLast(scenario: CollateralScenario): CollateralScenario {
  const last = scenario.changes.findLast(({ category }) => category === 'sanctions');
  return { ...scenario, changes: last === undefined ? [] : [last] };
}
