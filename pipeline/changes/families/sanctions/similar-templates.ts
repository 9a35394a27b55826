/** Texts of candidates whose names are similar but not equal. */
import type { Wording } from '../../../text/template.ts';

export const similarTexts = {
  similarName: {
    title: 'Candidate on {list}',
    headline: '{List} has an entry with a name similar to that of {subject}',
    what: '{List} (file of {date}) names {listed}; {byName}.',
    whatDetail: '{part}{agreement} {stated}No exact identifier ties the two. {entry}{since}',
  },
  similarAgain: {
    title: 'Candidate on {list}',
    headline: '{List} has an entry with a further name similar to that of {subject}',
    what: '{List} (file of {date}) names {listed}; {byName}.',
    whatDetail:
      '{part}{agreement} {stated}No exact identifier ties the two. New are {further}; an earlier candidate was dismissed on {reviewedAt}: {why} {entry}{since}',
  },
  similarDismissed: {
    title: 'Candidate on {list} dismissed',
    headline: 'Withdrawn: the entry of {list} is not {subject}, as a review established',
    what: '{List} (file of {date}) names {listed}. A review of {reviewedAt} established that this is not {ours}.',
    whatDetail:
      'Reviewed by {by}: {why} {entry}The review stands for these names of the entry and the party; a further name of either side is a new candidate.',
  },
  similarCovered: {
    title: 'Candidate on {list} withdrawn',
    headline: 'Withdrawn: a review dismissed every name of the entry of {list} that is similar to that of {subject}',
    what: '{List} (file of {date}) names {listed}; {byName}. A review of {reviewedAt} covers these names.',
    whatDetail: 'Reviewed by {by}: {why} {entry}The further name is not stated any more, by the entry or by the party.',
  },
  similarWithdrawn: {
    title: 'Candidate on {list} withdrawn',
    headline: 'Withdrawn: {list} no longer has an entry with a name similar to that of {subject}',
    what: '{List} (file of {date}) no longer names {listed}; {byName}.',
    whatDetail: '{entry}Nothing was established about the two.',
  },
  similarEnded: {
    title: 'Candidate on {list} withdrawn',
    headline: 'Withdrawn: the entry of {list} is no candidate for {subject} any more',
    what: '{List} (file of {date}) still names {listed}; names or identifiers of {subject}, or of the entry, are stated otherwise now.',
    whatDetail: '{entry}Nothing was established about the two.',
  },
} as const satisfies Readonly<Record<string, Wording>>;
