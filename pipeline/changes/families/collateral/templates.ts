import type { Wording } from '../../../text/template.ts';

/**
 * `{what}` is the instrument, class or issuer; `{before}` and `{after}` are what the reports state of it. `{since}` is the date
 * of the earlier report, `{date}` the day of the reading or of the register's file. `{change}` is the headline of the change
 * that a draft states.
 */
export const collateralTexts = {
  added: {
    title: 'Instrument in the reserve',
    headline: 'The reserve report lists {what}',
    what: 'The reserve report lists an instrument that the report of {since} did not list: {after}.',
    whatDetail: 'It was read on {date}. Both reports list their instruments in full.',
  },
  removed: {
    title: 'Instrument left the reserve',
    headline: 'The reserve report no longer lists {what}',
    what: 'The reserve report no longer lists an instrument of the report of {since}: {before}.',
    whatDetail: 'It was read on {date}. Both reports list their instruments in full.',
  },
  rolled: {
    title: 'Matured instruments replaced',
    headline: 'Matured instruments of the reserve were rolled over',
    what: 'Instruments of the class {what} were rolled over. Matured since {since}: {before}. Now: {after}.',
    whatDetail:
      'It was read on {date}. What left had matured by the date of the new report, and what came is of the same class.',
  },
  detail: {
    title: 'Instrument in the reserve changed',
    headline: 'The reserve report states other particulars of {what}',
    what: 'The reserve report states other particulars of {what}. Before: {before}. Now: {after}.',
    whatDetail: 'It was read on {date}; the earlier report is that of {since}.',
  },
  maturity: {
    title: 'Longest maturity of the reserve changed',
    headline: 'The longest remaining maturity is {after}',
    what: 'The longest remaining maturity of the instruments went from {before} to {after}.',
    whatDetail:
      'It was read on {date}; the earlier report is that of {since}. Days are counted from the date of the report.',
  },
  above: {
    title: 'Share of one issuer above the stated limit',
    headline: 'Instruments of {what} are {after} of the reserve',
    what: 'The share of {what} in the reserve went from {before} to {after}, above the limit that the asset states.',
    whatDetail: 'It was read on {date}; the earlier report is that of {since}. Claims on a state are not counted.',
  },
  below: {
    title: 'Share of one issuer within the stated limit',
    headline: 'Instruments of {what} are {after} of the reserve',
    what: 'The share of {what} in the reserve went from {before} to {after}, within the limit that the asset states.',
    whatDetail: 'It was read on {date}; the earlier report is that of {since}. Claims on a state are not counted.',
  },
  reference: {
    title: 'Reference data of an instrument changed',
    headline: "{Label} of the reserve's instrument {what} changed",
    what: 'As of {date}, the {label} of {what}, an instrument of the reserve, changed in {register}.',
    whatDetail: 'Before: {before}. Now: {after}. What counts is the record of the relevant trading venue.',
  },
  endsEarly: {
    title: 'Trading of an instrument ends before its maturity',
    headline: 'Trading of {what}, an instrument of the reserve, ends before its maturity',
    what: 'As of {date}, {register} states that trading of {what}, an instrument of the reserve, ends on {after}, {days} before its maturity on {maturity}.',
    whatDetail: 'End of trading before: {before}. What counts is the record of the relevant trading venue.',
  },
  draft: {
    title: 'Instruments of the reserve: one capture alone',
    headline: 'Not confirmed yet: {change}',
    what: 'One capture of the reserve report shows a change. Before: {before}. Now: {after}.',
    whatDetail:
      'It was read on {date}; the earlier report is that of {since}. A later capture confirms or withdraws it.',
  },
  withdrawn: {
    title: 'Instruments of the reserve: not confirmed',
    headline: 'A later capture did not confirm that {change}',
    what: 'A later capture of the reserve report does not show the change. Stated before: {before}. Shown once: {after}.',
    whatDetail: 'It was read on {date}; the earlier report is that of {since}.',
  },
  invalid: {
    title: 'Invalid instrument identifier',
    headline: 'The reserve report names {after}, which is not valid',
    what: 'The reserve report names {after}: {problem}.',
    whatDetail: 'It was read on {date}. The line is kept as text and compared with no other.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export const collateralPhrases = {
  absent: 'not listed',
  unstated: 'without class and maturity',
  due: 'due on {date}',
  range: 'due from {first} to {last}',
  share: '{share} of the reserve',
  one: 'one instrument',
  many: '{count} instruments',
  limit: 'limit',
  days: '{count} days',
  notStated: 'not stated',
  problems: {
    check_digit: 'the published identifier does not pass its check digit',
    shape: 'the published identifier does not have the form of one',
    prefix: 'the first two letters are neither a country nor another prefix of ISINs',
    contradiction: 'the ISIN and the CUSIP of the line are those of two instruments',
  },
} as const;

export const collateralFields = {
  instrument: {
    label: 'Instruments of the reserve',
    meaning: 'The instruments that a reserve report lists, by ISIN.',
    stake: 'They are what stands behind the token.',
  },
  maturity: {
    label: 'Longest remaining maturity',
    meaning: 'Days from the date of the report to the latest maturity of a listed instrument.',
    stake: 'It is how long the slowest instrument takes to become cash by itself.',
  },
  issuer: {
    label: 'Share of one issuer',
    meaning: 'The share of the reserve in instruments of one issuer, other than a state.',
    stake: 'It is the part of the reserve that depends on a single issuer.',
  },
} as const;
