/** Sets of instruments as the documents of a reserve state them. */
import type { InstrumentsValue } from '../../../../../schemas/facts.ts';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import { at, observation } from '../../builders.ts';

type Item = InstrumentsValue['items'][number];

export const hour = 3_600_000;
export const june = at('2025-07-28');
export const july = at('2025-08-28');

/** Bills of the United States, by CUSIP, due on these dates. */
export const bills = {
  a: { cusip: '912797PX9', maturity: '2025-07-24' },
  b: { cusip: '912797QA8', maturity: '2025-08-14' },
  c: { cusip: '912797QL4', maturity: '2025-09-18' },
  d: { cusip: '912797QS9', maturity: '2025-10-21' },
} as const;

export const item = (given: Partial<Item> = {}): Item => ({
  isin: null,
  cusip: null,
  maturity: null,
  share: 2500,
  class: 'govt_bill_le93d',
  ...given,
});

const bytesOf = (asOf: string): string => asOf.replaceAll('-', '').padStart(64, '0');

/** One capture of a report, with the whole list of its instruments. */
export const instrumentsOf = (
  observedAt: number,
  asOf: string,
  items: readonly Item[],
  given: Partial<Omit<Observation, 'value'>> & { readonly complete?: boolean } = {},
): Observation => {
  const { complete = true, ...rest } = given;
  return observation({
    field: 'instruments',
    sourceKey: 'reserve-report',
    extractor: 'reserve-report',
    extractorVersion: '1',
    quote: 'Total U.S. Treasury Securities',
    sourceUrl: 'https://issuer.example/report.pdf',
    sourceHash: `sha256:${bytesOf(asOf)}`,
    artifactId: bytesOf(asOf),
    documentClass: 'pdf',
    parseStatus: 'ok',
    extractionRule: 'selector:table',
    ...rest,
    value: { asOf, complete, items },
    observedAt,
  });
};
