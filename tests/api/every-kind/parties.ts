/** Kinds of events in roles of parties: files of GLEIF, declarations of the operator, and what an observer imports. */
import { fixturePath } from '../../support/fixture-path.ts';
import { assetOf, type Case, declare, idOf, observe, partyOf, type Step, time } from './steps.ts';

/** Issuers whose parents differ between the recorded files of GLEIF. */
const [gains, loses] = ['097900BHF50000076475', '010CMKZ3VON21WF2ZD45'];

const relations: readonly Step[] = (
  [
    ['rr-data.xml', '2026-03-01'],
    ['rr-updates-data2.xml', '2026-03-02'],
    ['rr-updates-data2-new.xml', '2026-03-12'],
  ] as const
).map(([name, date]) => ({
  at: time(date),
  file: fixturePath('gleif-rr', name),
  run: (world) => world.captureReduced('gleif-rr', name, date, [gains, loses]),
}));

const ofIssuer = (name: string, lei: string): Case => ({
  name,
  lines: [partyOf(name, { lei }), assetOf(name)],
  steps: relations,
});

const [replaced, detailed] = ['edge_replaced', 'edge_detail_changed'];
const withTrustee = (trustee: 'first' | 'second'): object =>
  assetOf(replaced, {
    parties: [
      { partyId: idOf('party first'), role: 'custodian' },
      { partyId: idOf('party second'), role: 'custodian' },
      { partyId: idOf(`party ${trustee}`), role: 'trustee' },
    ],
  });

const line = (name: string, observedAt: string): object => ({
  assetId: idOf(name),
  extractor: 'operator',
  extractorVersion: '1',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  sourceUrl: 'https://issuer.example/terms',
  sourceHash: null,
  quote: null,
  observedAt,
});

const custodian = (observedAt: string, given: object): object => ({
  ...line(detailed, observedAt),
  subjectKind: 'party',
  subjectKey: 'edges:asset:custodian',
  field: 'edges',
  sourceKey: 'terms',
  documentClass: 'ixbrl_esma',
  extractionRule: 'ixbrl:custodian',
  value: { from: 'asset', role: 'custodian', to: [{ name: 'Example Bank AG', ...given }] },
});

/** A reader of documents leaves a table with such a misprint out; an observer may state it. */
const misprint = 'isin_invalid';
const instruments = (asOf: string, cusip: string): object => ({
  ...line(misprint, `${asOf}T12:00:00Z`),
  subjectKind: 'asset',
  subjectKey: '',
  field: 'instruments',
  sourceKey: 'report',
  value: {
    asOf,
    complete: true,
    items: [{ isin: null, cusip, maturity: null, share: 2_500, class: 'govt_bill_le93d' }],
  },
});

export const partyCases = {
  edge_added: ofIssuer('edge_added', gains),
  edge_removed: ofIssuer('edge_removed', loses),
  edge_replaced: {
    name: replaced,
    lines: [partyOf(replaced), partyOf('first'), partyOf('second'), withTrustee('first')],
    steps: [declare('2026-02-01', withTrustee('second'))],
  },
  edge_detail_changed: {
    name: detailed,
    lines: [partyOf(detailed), assetOf(detailed)],
    steps: [
      observe('2026-02-01', custodian('2026-02-01T00:00:00Z', {})),
      observe('2026-03-01', custodian('2026-03-01T00:00:00Z', { lei: gains })),
    ],
  },
  isin_invalid: {
    name: misprint,
    lines: [partyOf(misprint), assetOf(misprint)],
    steps: [
      observe('2026-06-30', instruments('2026-06-30', '912797PX9')),
      observe('2026-07-30', instruments('2026-07-30', '912797PX8')),
    ],
  },
} satisfies Readonly<Record<string, Case>>;
