import type { Wording } from '../../../../text/template.ts';

/**
 * `{Label}` begins a sentence with the field, `{the}` stands after a verb. `{before}` and `{after}` are the values,
 * `{beforeShort}` and `{afterShort}` the same at the length of a headline. `{difference}` states the difference between two
 * values of several parts, `{finds}` and `{found}` the results of two readings. `{passages}` quotes the source.
 */
export const disclosureTexts = {
  /** Quantities and dates. */
  went: {
    title: '{Label} changed',
    headline: '{Label} went from {beforeShort} to {afterShort}',
    what: '{Label} went from {before} to {after}.',
    whatDetail: '{passages}',
  },
  /** Parties and laws. */
  replaced: {
    title: '{Label} changed',
    headline: '{Label} changed from {beforeShort} to {afterShort}',
    what: '{Label} changed from {before} to {after}.',
    whatDetail: '{passages}',
  },
  /** Steps of a scale and policies, whose texts are phrases. */
  changed: {
    title: '{Label} changed',
    headline: '{Label} changed: now {afterShort}',
    what: '{Label} changed. Before: {before}. Now: {after}.',
    whatDetail: '{passages}',
  },
  /** A document: the difference of its particulars is enough. */
  particulars: {
    title: '{Label} changed',
    headline: '{Label} changed; {differenceShort}',
    what: '{Label} changed; {difference}.',
    whatDetail: '{passages}',
  },
  /** Sets, parties, fees. */
  parts: {
    title: '{Label} changed',
    headline: '{Label} changed; {differenceShort}',
    what: '{Label} changed; {difference}.',
    whatDetail: 'Before: {before}. Now: {after}. {passages}',
  },
  schemeBegins: {
    title: '{Label} stated to exist',
    headline: '{Source} now states that there is a {bare}',
    what: '{Source} now states that there is a {bare}; before, it stated that there was none.',
    whatDetail: 'Now: {after}. {passages}',
  },
  schemeEnds: {
    title: '{Label} stated not to exist',
    headline: '{Source} now states that there is no {bare}',
    what: '{Source} now states that there is no {bare}; before, it stated that there was one.',
    whatDetail: 'Before: {before}. {passages}',
  },
  schemeRenamed: {
    title: '{Label} named otherwise',
    headline: '{Source} names the {bare} otherwise than before',
    what: '{Source} names the {bare} otherwise than before. Before: {before}. Now: {after}.',
    whatDetail: '{passages}',
  },
  schemeNamed: {
    title: '{Label} stated',
    headline: '{Source} now states that there is a {bare}',
    what: '{Source} now states that there is a {bare}. Before: {before}. Now: {after}.',
    whatDetail: '{passages}',
  },
  schemeDenied: {
    title: '{Label} stated not to exist',
    headline: '{Source} now states that there is no {bare}',
    what: '{Source} now states that there is no {bare}. Before: {before}.',
    whatDetail: '{passages}',
  },
  schemeUnknown: {
    title: '{Label} no longer stated',
    headline: '{Source} no longer states whether there is a {bare}',
    what: '{Source} no longer states whether there is a {bare}. Before: {before}.',
    whatDetail: '{passages}',
  },
  added: {
    title: '{Label} stated',
    headline: '{Source} now states {the}: {afterShort}',
    what: '{Source} now states {the}: {after}.',
    whatDetail: 'Before: {before}. {passages}',
  },
  removed: {
    title: '{Label} no longer stated',
    headline: '{Source} no longer states {the}',
    what: '{Source} no longer states {the}. Before: {before}.',
    whatDetail: '{passages}',
  },
  wording: {
    title: '{Label} stated in other words',
    headline: '{Source} states {the} in other words',
    what: '{Source} states {the} in other words; the value is the same: {after}.',
    whatDetail: '{passages}',
  },
  spelling: {
    title: '{Label} written otherwise',
    headline: '{Source} writes {the} otherwise',
    what: '{Source} writes {the} otherwise; only spelling, punctuation or layout differ.',
    whatDetail: '{passages}',
  },
  spellingOfValue: {
    title: '{Label} written otherwise',
    headline: '{Source} writes {the} otherwise: {afterShort}',
    what: '{Source} writes {the} otherwise; only spelling, punctuation or layout differ. Before: {before}. Now: {after}.',
    whatDetail: '{passages}',
  },
  /** The same party by the identifiers that both readings state. */
  namedOtherwise: {
    title: '{Label} named otherwise',
    headline: '{Source} names {the} otherwise: {afterShort}',
    what: '{Source} names {the} otherwise. Before: {before}. Now: {after}. By what both readings state, it is the same.',
    whatDetail: '{passages}',
  },
  returned: {
    title: '{Label} as before',
    headline: '{Source} states {the} as before',
    what: '{Source} states {the} as before: {after}. In between, for at most 72 hours, it stated: {before}.',
    whatDetail: '{passages}',
  },
  returnedAfterGap: {
    title: '{Label} as before',
    headline: '{Source} states {the} as before',
    what: '{Source} states {the} as before: {after}. In between, for at most 72 hours, it did not state it.',
    whatDetail: '{passages}',
  },
  returnedToNone: {
    title: '{Label} not stated, as before',
    headline: '{Source} does not state {the}, as before',
    what: '{Source} does not state {the}, as before. In between, for at most 72 hours, it stated: {before}.',
    whatDetail: '{passages}',
  },
  returnedWording: {
    title: '{Label} in the words of before',
    headline: '{Source} states {the} in the words of before',
    what: '{Source} states {the} in the words of before; in between, for at most 72 hours, it used others. The value is the same: {after}.',
    whatDetail: '{passages}',
  },
  reread: {
    title: '{Label} read again',
    headline: 'A new reading of the same bytes gives another value for {the}',
    what: 'A new reading of the same bytes {finds}; the earlier reading {found}.',
    whatDetail: 'The source did not change between the two. What differs is the way this registry reads it. {passages}',
  },
  rereadGone: {
    title: '{Label} read again',
    headline: 'A new reading of the same bytes does not find {the}',
    what: 'A new reading of the same bytes {finds}; the earlier reading {found}.',
    whatDetail: 'The source did not change between the two. What differs is the way this registry reads it. {passages}',
  },
  partial: {
    title: '{Label} read in part',
    headline: '{Source} was read in part only',
    what: 'On {date}, {source} was read in part only. What was read before stands: {before}.',
    whatDetail: 'The part that states {the} could not be read whole, so its value is unknown.',
  },
  uncomparable: {
    title: '{Label} not comparable',
    headline: 'A reading of {the} is not comparable with the earlier one',
    what: 'A reading {finds}; the earlier one, made from other text or in another way, {found}.',
    whatDetail: 'The two readings are not compared; the later one is the base for what follows. {passages}',
  },
  withdrawn: {
    title: '{Label}: a reading was not confirmed',
    headline: 'A later reading did not confirm {the}',
    what: 'One reading showed {after} for {the} instead of {before}; the reading of {date} did not confirm it.',
    whatDetail: '{passages}',
  },
  withdrawnAdded: {
    title: '{Label}: a reading was not confirmed',
    headline: 'A later reading did not confirm {the}',
    what: 'One reading showed {after} for {the}, which was not stated before; the reading of {date} did not confirm it.',
    whatDetail: '{passages}',
  },
  withdrawnRemoved: {
    title: '{Label}: a reading was not confirmed',
    headline: 'A later reading found {the} again',
    what: 'One reading did not find {the}; the reading of {date} does. Before: {before}.',
    whatDetail: '{passages}',
  },
} as const satisfies Readonly<Record<string, Wording>>;
