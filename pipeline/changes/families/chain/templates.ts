import type { Wording } from '../../../text/template.ts';

/**
 * `{subject}` names the fact, `{before}` and `{after}` the values in words, `{read}` the day, block and chain of the new
 * reading.
 */
export const authorityTexts = {
  replaced: {
    title: '{subject} replaced',
    headline: 'Another account holds the {authority}',
    what: 'The {authority} of the token went from {before} to {after}.',
    whatDetail: '{read} states {after}; it stated {before} before.',
  },
  givenUp: {
    title: '{subject} given up',
    headline: 'No account holds the {authority}',
    what: 'The {authority} of the token, held by {before}, was given up.',
    whatDetail: '{read} states that no account has it; it stated {before} before.',
  },
  created: {
    title: '{subject} held by an account',
    headline: 'An account holds the {authority}',
    what: 'The {authority} of the token is held by {after}; no account was stated to hold it.',
    whatDetail: '{read} states {after}; earlier readings stated no holder.',
  },
  corrected: {
    title: '{subject} corrected',
    headline: 'The holder of the {authority} is corrected',
    what: 'The {authority} of the token is held by {after}; an import had stated {before}.',
    whatDetail: '{read} states {after}. The earlier value was imported and not read from the chain in this way.',
  },
  notStated: {
    title: '{subject} not stated by the chain',
    headline: 'The imported {authority} is not stated by the chain',
    what: 'The {authority} that was imported, held by {before}, is not stated by the chain.',
    whatDetail: '{read} was read as a whole and states no such authority.',
  },
  functionGone: {
    title: '{subject} no longer answered',
    headline: 'The token no longer answers who holds the {authority}',
    what: 'The code of the token changed, and it no longer answers who holds the {authority}.',
    whatDetail: '{read} gives no answer. The last answer stays in the record with its date.',
  },
  contractGone: {
    title: 'Contract gone',
    headline: 'There is no contract at the address any more',
    what: 'There is no contract at the address of the token any more, and the {authority} has no answer.',
    whatDetail: '{read} has no code at the address. The last answer stays in the record with its date.',
  },
  control: {
    title: 'Account that controls the token changed',
    headline: 'An account that controls the token changed',
    what: 'The account {account}, which serves the {authority}, has {difference}.',
    whatDetail: '{read} states {after}; it stated {before} before.',
  },
  role: {
    title: 'Holders of a role changed',
    headline: 'Other accounts hold the role {role}',
    what: 'In the role {role} of the contract {contract}, {difference}.',
    whatDetail: '{read} states {after}; it stated {before} before.',
  },
  roleGiving: {
    title: 'Holders of a role changed',
    headline: 'Other accounts hold the role {role}',
    what: 'In the role {role} of the contract {contract}, {difference}; the role gives the {authority}.',
    whatDetail: '{read} states {after}; it stated {before} before.',
  },
  roleServing: {
    title: 'Holders of a role changed',
    headline: 'Other accounts hold the role {role}',
    what: 'In the role {role} of the contract {contract}, which serves the {authority}, {difference}.',
    whatDetail: '{read} states {after}; it stated {before} before.',
  },
  code: {
    title: 'Code of the token changed',
    headline: 'The token runs other code',
    what: 'The token runs the code {after}; it ran {before} before.',
    whatDetail: '{read} states {after}. Its text is not compared.',
  },
  offered: {
    title: 'Ownership offered',
    headline: 'Ownership of the token is on offer',
    what: 'Ownership of the token is offered to {after}, which has not accepted it.',
    whatDetail: '{read} states the offer to {after}; it stated {before} before.',
  },
  offerWithdrawn: {
    title: 'Offer of ownership withdrawn',
    headline: 'Ownership of the token is no longer on offer',
    what: 'Ownership of the token is no longer offered to {before}.',
    whatDetail: '{read} states no offer; it stated {before} before.',
  },
  draft: {
    title: '{subject}: one provider states a change',
    headline: 'One provider alone states another value for the {authority}',
    what: 'One provider of the chain states {after} in place of {before}.',
    whatDetail: '{read} is known from one provider alone. A reading at a later block confirms or withdraws it.',
  },
  withdrawn: {
    title: '{subject}: change withdrawn',
    headline: 'A later reading did not confirm the change of the {authority}',
    what: 'One provider of the chain had stated {after} in place of {before}; a later reading does not.',
    whatDetail: '{read} does not state {after}.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export const tokenTexts = {
  changed: {
    title: '{subject} changed on the chain',
    headline: 'The chain states another value: {label}',
    what: 'For {label}, the token states {after}; it stated {before} before.',
    whatDetail: '{read} states {after}.',
  },
  added: {
    title: '{subject} stated on the chain',
    headline: 'The chain states a further fact: {label}',
    what: 'For {label}, the token states {after}; it stated nothing before.',
    whatDetail: '{read} states {after}.',
  },
  removed: {
    title: '{subject} no longer stated on the chain',
    headline: 'The chain no longer states a fact: {label}',
    what: 'For {label}, the token states nothing any more; it stated {before} before.',
    whatDetail: '{read} states nothing.',
  },
  supplyRose: {
    title: 'Supply changed',
    headline: 'The supply rose by {percent} %',
    what: 'The total supply of the token rose by {percent} %, from {before} to {after}.',
    whatDetail: '{read} states {after}; on {since}, it was {before}.',
  },
  supplyFell: {
    title: 'Supply changed',
    headline: 'The supply fell by {percent} %',
    what: 'The total supply of the token fell by {percent} %, from {before} to {after}.',
    whatDetail: '{read} states {after}; on {since}, it was {before}.',
  },
  supplyCreated: {
    title: 'Supply changed',
    headline: 'The supply rose from nothing to {after}',
    what: 'The total supply of the token rose from {before} to {after}.',
    whatDetail: '{read} states {after}; on {since}, it was {before}.',
  },
  draft: {
    title: '{subject}: one provider states a change',
    headline: 'One provider alone states another value: {label}',
    what: 'For {label}, one provider of the chain states {after} in place of {before}.',
    whatDetail: '{read} is known from one provider alone. A reading at a later block confirms or withdraws it.',
  },
  withdrawn: {
    title: '{subject}: change withdrawn',
    headline: 'A later reading did not confirm the change: {label}',
    what: 'For {label}, one provider of the chain had stated {after} in place of {before}; a later reading does not.',
    whatDetail: '{read} does not state {after}.',
  },
} as const satisfies Readonly<Record<string, Wording>>;
