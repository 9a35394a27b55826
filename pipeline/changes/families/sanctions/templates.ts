import type { Wording } from '../../../text/template.ts';
import { similarTexts } from './similar-templates.ts';

/**
 * `{listed}` is the listed text as published. `{subject}` is its role for the asset, `{same}` the same after `{listed}`.
 * `{ours}` and `{oursAs}` are the value that the asset names, with its role. `{byName}` states how the registry declares
 * the party, `{linked}` the relation of a listed party to the issuer, `{link}` the edge that states it.
 */
export const sanctionsTexts = {
  added: {
    title: 'Match with {list}',
    headline: '{List} names {subject}',
    what: '{List} (file of {date}) names {listed}, {same}.',
    whatDetail: '{entry}{since}',
  },
  addedLinked: {
    title: 'Match with {list}',
    headline: '{List} names {linked}',
    what: '{List} (file of {date}) names {listed}, {same}.',
    whatDetail:
      '{entry}{since}{link} The listing and the link are stated as they are; nothing is concluded about ownership.',
  },
  reviewed: {
    title: 'Match with {list}',
    headline: '{List} names {subject}, as a review confirmed',
    what: '{List} (file of {date}) names {listed}. A review of {reviewedAt} confirmed that this is {ours}.',
    whatDetail: 'Reviewed by {by}: {why} {entry}{since}',
  },
  unconfirmed: {
    title: 'Match with {list} no longer established',
    headline: 'A review took back that {list} names {subject}',
    what: '{List} (file of {date}) names {listed}. A review of {reviewedAt} took back that this is {ours}.',
    whatDetail: 'Reviewed by {by}: {why} {entry}Whether the two are the same is not established.',
  },
  dismissed: {
    title: 'Candidate on {list} dismissed',
    headline: 'Withdrawn: the entry of {list} is not {subject}, as a review established',
    what: '{List} (file of {date}) names {listed}. A review of {reviewedAt} established that this is not {ours}.',
    whatDetail:
      'Reviewed by {by}: {why} {entry}The review stands for this entry and this party, unless an exact identifier ties the two.',
  },
  removed: {
    title: 'Match with {list} ended',
    headline: '{List} no longer names {subject}',
    what: '{List} (file of {date}) no longer names {listed}, {same}.',
    whatDetail: '{entry}{remaining}',
  },
  removedByName: {
    title: 'Match with {list} ended',
    headline: '{List} no longer names {subject}',
    what: '{List} (file of {date}) no longer names {listed}; {byName}.',
    whatDetail: '{entry}{remaining}',
  },
  subjectLeft: {
    title: 'Asset no longer names a subject of {list}',
    headline: 'The asset no longer names {this}; the list still has the entry',
    what: 'The asset no longer names {oursAs}; {list} still has the entry.',
    whatDetail:
      'The asset stopped naming it on {left}. The entry names {listed} and was last read from the file of {date}.',
  },
  renamed: {
    title: 'Asset no longer names a subject of {list}',
    headline: '{Subject} is declared under other names; the list still has the entry',
    what: '{Subject} is declared under other names than {listed}; {list} (file of {date}) still has the entry.',
    whatDetail: '{entry}The names of the party changed in the registry; the list was not read differently.',
  },
  similarMatchEnded: {
    title: 'Asset no longer names a subject of {list}',
    headline: '{Subject} is declared with other particulars; the list still has the entry',
    what: 'Names or identifiers of {subject}, or of the entry of {list} (file of {date}), are stated otherwise now.',
    whatDetail: '{entry}The entry names {listed}. The names no longer count as similar.',
  },
  renamedWithdrawn: {
    title: 'Candidate on {list} withdrawn',
    headline: 'Withdrawn: {subject} is declared under other names than the entry of {list} has',
    what: '{Subject} is declared under other names than {listed}; {list} (file of {date}) still has the entry.',
    whatDetail: '{entry}The names of the party changed in the registry. Nothing was established about the two.',
  },
  amended: {
    title: 'Entry of {list} amended',
    headline: '{List} amended its entry for {subject}',
    what: '{List} (file of {date}) still names {listed}, {same}, and states other particulars.',
    whatDetail: 'Of this entry, {differences}.',
  },
  amendedByName: {
    title: 'Entry of {list} amended',
    headline: '{List} amended its entry for {subject}',
    what: '{List} (file of {date}) still names {listed} and states other particulars; {byName}.',
    whatDetail: 'Of this entry, {differences}.',
  },
  sameKey: {
    title: 'Candidate on {list}',
    headline: '{List} names an address with the same key bytes as {subject}',
    what: '{List} (file of {date}) names {listed}. Its key bytes are those of {ours}.',
    whatDetail: '{encodings} No exact identifier ties the two. {entry}{since}',
  },
  sameName: {
    title: 'Candidate on {list}',
    headline: '{List} has an entry with the same name as {subject}',
    what: '{List} (file of {date}) names {listed}; {byName}.',
    whatDetail: '{part}No exact identifier ties the two. {entry}{since}',
  },
  ...similarTexts,
  candidate: {
    title: 'Candidate on {list}',
    headline: '{List} has an entry that resembles {subject}',
    what: '{List} (file of {date}) names {listed}, which resembles {ours}.',
    whatDetail: 'No exact identifier ties the two. {entry}{since}',
  },
  withdrawn: {
    title: 'Candidate on {list} withdrawn',
    headline: 'Withdrawn: {list} no longer has the entry that resembles {subject}',
    what: '{List} (file of {date}) no longer names {listed}, which resembles {ours}.',
    whatDetail: '{entry}Nothing was established about the two.',
  },
  sameKeyWithdrawn: {
    title: 'Candidate on {list} withdrawn',
    headline: 'Withdrawn: {list} no longer names an address with the same key bytes as {subject}',
    what: '{List} (file of {date}) no longer names {listed}. Its key bytes are those of {ours}.',
    whatDetail: '{entry}Nothing was established about the two.',
  },
  sameNameWithdrawn: {
    title: 'Candidate on {list} withdrawn',
    headline: 'Withdrawn: {list} no longer has an entry with the same name as {subject}',
    what: '{List} (file of {date}) no longer names {listed}; {byName}.',
    whatDetail: '{entry}Nothing was established about the two.',
  },
  candidateLeft: {
    title: 'Candidate on {list} withdrawn',
    headline: 'Withdrawn: the asset no longer names {this}',
    what: 'The asset no longer names {oursAs}, which an entry of {list} resembles.',
    whatDetail:
      'The asset stopped naming it on {left}. The entry names {listed} and is not compared with it any further.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export const sanctionsField = {
  label: 'Entry on the list',
  meaning: 'Whether the list has an entry that matches a wallet, an identifier or a party of the asset.',
  stake: 'Persons subject to the list may not deal with the listed party.',
} as const;
