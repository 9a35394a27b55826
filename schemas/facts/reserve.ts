/** Values of facts that a reserve report states, subject key empty, source = the document. */
import { Type } from '@sinclair/typebox';
import { flag, listOf, nullable, object, optional, text, textOrNull, type ValueOf, whole } from './shape.ts';

/** A date, or a date and time of UTC where the report states the time. */
const asOf = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)?$',
  description: 'a date as YYYY-MM-DD, or with a time as YYYY-MM-DDThh:mm:ssZ',
});

const date = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'a date as YYYY-MM-DD' });

const amount = Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$', description: 'a decimal as text' });

/** Share of total reserves in hundredths of a percent: 10,000 is all of them. */
const share = whole;

/** `asset` / `report`: totals of a reserve report. */
export const reserveReport = object({
  asOf,
  publishedAt: nullable(date),
  /** ISO 4217, or the unit of account, such as a troy ounce of gold. */
  currency: text,
  /** Tokens in circulation; null where the report does not print them, as for every other amount. */
  tokens: nullable(amount),
  /** Tokens that exist, with those that the report deducts. */
  totalSupply: nullable(amount),
  reserves: nullable(amount),
  /** Codes of the field `reserve_asset_classes`. */
  classes: listOf(object({ code: text, share })),
  /** Days from the date of the report to the latest maturity. */
  longestDays: nullable(whole),
});
export type ReserveReportValue = ValueOf<typeof reserveReport>;

/** `asset` / `instruments`: the instruments that a reserve report lists. */
export const instruments = object({
  asOf,
  /** The listed amounts sum to the printed totals, so what is not listed is not held. */
  complete: flag,
  items: listOf(
    object({
      /** As printed, also where the check digit does not fit. */
      isin: textOrNull,
      cusip: textOrNull,
      maturity: nullable(date),
      share: nullable(share),
      /** Code of the field `reserve_asset_classes`. */
      class: textOrNull,
      issuer: optional(object({ lei: textOrNull, name: textOrNull })),
    }),
  ),
});
export type InstrumentsValue = ValueOf<typeof instruments>;
