import type { Term } from '../../../../schemas/vocabulary.ts';
import type { Wording } from '../../../text/template.ts';

/**
 * `{source}` and `{Source}` name the source, `{Published}` does so with its publisher; `{from}` and `{to}` are publishers.
 * `{date}` is the day of the capture that shows the change, and `{since}` the first day it applies to. `{more}` is empty or
 * begins with a space.
 */
export const sourceDriftTexts = {
  unreachable: {
    title: 'Source unreachable',
    headline: '{Source} cannot be read',
    what: '{Published} cannot be read: {outcome}.',
    whatDetail: 'From {since} to {date}, {checks} checks in a row did not read it. It was last read on {readAt}.',
  },
  restored: {
    title: 'Source reachable again',
    headline: '{Source} can be read again',
    what: '{Published} can be read again.',
    whatDetail: 'From {since} on, {checks} checks in a row did not read it. On {date} it was read.',
  },
  moved: {
    title: 'Source moved',
    headline: '{Source} moved to another site',
    what: '{Source} is published by {to}; it was published by {from}.',
    whatDetail: 'Captures from {since} to {date} were answered by the other site.{more}',
  },
  movedChanged: {
    title: 'Source moved',
    headline: '{Source} moved to another site, with another text',
    what: '{Source} is published by {to}, with another text; it was published by {from}.',
    whatDetail: 'Captures from {since} to {date} were answered by the other site.{more}',
  },
  movedUncompared: {
    title: 'Source moved',
    headline: '{Source} moved to another site',
    what: '{Source} is published by {to}; it was published by {from}.',
    whatDetail: 'Captures from {since} to {date} were answered by the other site. The two texts were not compared.',
  },
  movedDraft: {
    title: 'Source answered by another site',
    headline: '{Source} was answered by another site',
    what: 'A capture of {source} was answered by {to}; earlier ones were answered by {from}.',
    whatDetail: 'The capture of {date} alone shows it; another capture confirms or withdraws it.{more}',
  },
  movedWithdrawn: {
    title: 'Source not moved',
    headline: 'Withdrawn: {source} did not move to another site',
    what: '{Source} is published by {from}; a later capture did not confirm a move to {to}.',
    whatDetail: 'The capture of {since} was answered by the other site, that of {date} was not.',
  },
  rewritten: {
    title: 'Source rewritten',
    headline: '{Source} was rewritten',
    what: '{Source} was rewritten so far that its parts cannot be compared with those of before.',
    whatDetail: 'The capture of {date} has {words} words.{more}',
  },
  rewrittenAsOther: {
    title: 'Source replaced by another kind of document',
    headline: '{Source} is another kind of document',
    what: '{Source} is {class} instead of {oldClass}; its parts cannot be compared with those of before.',
    whatDetail: 'From {since} to {date}, {captures} captures agree on it.',
  },
  drift: {
    title: 'Content differs',
    headline: 'The content of {source} differs',
    what: '{Source} differs from its earlier capture: {differences}.',
    whatDetail: 'The capture of {date} has {words} words.{more}',
  },
  driftUncompared: {
    title: 'Content differs',
    headline: 'The content of {source} differs',
    what: '{Source} differs from its earlier capture; the two texts were not compared.',
    whatDetail: 'The capture of {date} has {words} words.',
  },
  settled: {
    title: 'Part of the content is gone',
    headline: 'Part of {source} is gone',
    what: '{Source} no longer states a part of what it stated: {differences}.',
    whatDetail: 'From {since} to {date}, {captures} captures agree on it.{more}',
  },
  returned: {
    title: 'Content as before',
    headline: 'The content of {source} is as before',
    what: '{Source} has the content again that it had before {since}.',
    whatDetail: 'The difference of {since} was gone on {date}.',
  },
  otherKind: {
    title: 'Another kind of document',
    headline: '{Source} answers with another kind of document',
    what: 'The address of {published} answers with {class} instead of {oldClass}.',
    whatDetail: 'The capture of {date} is not compared with {source}.',
  },
  automatedRefused: {
    title: 'Automated reader turned away',
    headline: 'The site of {source} turns automated readers away',
    what: 'The site of {published} turns automated readers away.',
    whatDetail: 'The answer of {date} contains no content of {source}.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export const sourceDriftField = {
  label: 'Source document',
  meaning: 'A document about the asset, at an address that its issuer declared, as it was captured.',
  stake: 'It decides whether what is disclosed can be read, where, and in which text.',
} as const;

/** Outcome of a check, after “cannot be read:”. */
export const outcomeTexts: Readonly<Record<Term<'fetchOutcome'>, string>> = {
  ok: 'it was read',
  not_modified: 'it is unchanged',
  moved: 'the address leads to another site',
  redirected_same_host: 'the address leads to another page',
  gone: 'the server has no document there (404 or 410)',
  http_error: 'the server answers with an error',
  net_error: 'no server answers',
  anti_bot: 'the site turns automated readers away',
  wall: 'a notice stands in place of the document',
  robots: 'the site asks not to be read by programs (robots.txt)',
  invalid_url: 'the address is not valid',
  wrong_type: 'the address answers with another kind of document',
  empty: 'the answer is empty',
  suspect_truncation: 'the answer seems cut off',
  rewritten: 'the document was rewritten',
};

export const classTexts: Readonly<Record<Term<'documentClass'>, string>> = {
  ixbrl_esma: 'an iXBRL document',
  ixbrl_other: 'an iXBRL document',
  xhtml: 'an XHTML page',
  html: 'a web page',
  pdf: 'a PDF document',
  zip: 'a ZIP archive',
  json: 'a JSON document',
  text: 'a plain text',
  other: 'a document of another kind',
};

export const sourcePhrases = {
  kept: 'Measured in runs of five words, {kept} % of the earlier text is still there and {new} % of the new text was not there before.',
  gone: 'Gone: {passages}.',
  added: 'New: {passages}.',
  readable: 'can be read',
  notReadable: 'cannot be read',
  asBefore: 'as before',
  words: '{count} words',
  passagesGone: ['one passage gone', '{count} passages gone', 'at least {count} passages gone'],
  passagesNew: ['one passage new', '{count} passages new', 'at least {count} passages new'],
  linksGone: ['one link gone', '{count} links gone', 'at least {count} links gone'],
  linksNew: ['one link new', '{count} links new', 'at least {count} links new'],
  otherOrder: 'its words are in another order or number',
} as const;
