import type { Wording } from '../../../text/template.ts';

/**
 * `{subject}` names the fact, `{before}` and `{after}` the values in words, `{read}` the day, block and chain of the new
 * reading. `{can}` is what the holder of an authority can do. Of a draft, `{change}` and `{statement}` are the headline and
 * the first sentence of the change that it states.
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
  opened: {
    title: '{subject} open to every account',
    headline: 'Any account {can}',
    what: 'Any account {can}: the contract accepts the call from every account.',
    whatDetail: '{read} states it; earlier readings did not.',
  },
  openedFrom: {
    title: '{subject} open to every account',
    headline: 'Any account {can}',
    what: 'Any account {can}; before, the {authority} was held by {before}.',
    whatDetail: '{read} states that the contract accepts the call from every account; it stated {before} before.',
  },
  closed: {
    title: '{subject} no longer open to every account',
    headline: 'Not every account can use the {authority} any more',
    what: 'Not every account can use the {authority} any more; before, the contract accepted the call from all of them.',
    whatDetail: '{read} does not state that every account can use it; earlier readings did.',
  },
  closedTo: {
    title: '{subject} no longer open to every account',
    headline: 'Not every account can use the {authority} any more',
    what: 'The {authority} of the token is held by {after}; before, every account could use it.',
    whatDetail: '{read} states {after}; it stated {before} before.',
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
  controlVotes: {
    title: 'Approvals of an account that controls the token changed',
    headline: 'An account that controls the token needs {votes}',
    what: 'The account {account}, which serves the {authority}, has {difference}.',
    whatDetail: '{read} states {after}; it stated {before} before.',
  },
  controlSingle: {
    title: 'One approval is enough for an account that controls the token',
    headline: 'One approval is enough for an account that controls the token',
    what: 'The account {account}, which serves the {authority}, has {difference}.',
    whatDetail: '{read} states {after}; it stated {before} before.',
  },
  controlTime: {
    title: 'Waiting period of an account that controls the token changed',
    headline: 'An account that controls the token has {period}',
    what: 'The account {account}, which serves the {authority}, has {difference}.',
    whatDetail: '{read} states {after}; it stated {before} before.',
  },
  role: {
    title: 'Holders of a role changed',
    headline: '{holding} the role {role}',
    what: 'In the role {role} of the contract {contract}, {difference}.',
    whatDetail: '{read} states {after}; it stated {before} before.',
  },
  roleGiving: {
    title: 'Holders of a role changed',
    headline: '{holding} the role {role}',
    what: 'In the role {role} of the contract {contract}, {difference}; the role gives the {authority}.',
    whatDetail: '{read} states {after}; it stated {before} before.',
  },
  roleServing: {
    title: 'Holders of a role changed',
    headline: '{holding} the role {role}',
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
    headline: 'Not confirmed yet: {change}',
    what: 'According to one provider of the chain alone, {statement}',
    whatDetail: '{read} is known from one provider alone. A reading at a later block confirms or withdraws it.',
  },
  withdrawn: {
    title: '{subject}: change withdrawn',
    headline: 'A later reading did not confirm that {change}',
    what: 'One provider of the chain alone had stated this, and a later reading does not: {statement}',
    whatDetail: '{read} does not state it.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

/** Who holds a role, by what became of its accounts: the start of a headline. */
export const roleHoldings = {
  joined: 'More accounts hold',
  left: 'Fewer accounts hold',
  none: 'No account holds',
  others: 'Other accounts hold',
  granter: 'Another role grants',
} as const;

/** `{difference}` is what differs, where a value has several parts. */
export const tokenTexts = {
  paused: {
    title: 'Contract paused',
    headline: 'The contract is paused',
    what: 'The contract of the token is paused; it was not paused before.',
    whatDetail: '{read} states it.',
  },
  resumed: {
    title: 'Pause of transfers ended',
    headline: 'The pause of transfers ended',
    what: 'The contract of the token is not paused any more.',
    whatDetail: '{read} states it.',
  },
  identity: {
    title: 'Token states {difference}',
    headline: 'The token states {difference}',
    what: 'The token states {after}; it stated {before} before.',
    whatDetail: '{read} states {after}.',
  },
  powersGained: {
    title: 'Further powers over balances and transfers',
    headline: 'The token has further powers over balances and transfers: {difference}',
    what: 'The powers over balances and transfers of the token are {after}; before: {before}.',
    whatDetail: '{read} states {after}.',
  },
  powersLost: {
    title: 'Fewer powers over balances and transfers',
    headline: 'The token no longer has powers over balances and transfers: {difference}',
    what: 'The powers over balances and transfers of the token were {before}; now: {after}.',
    whatDetail: '{read} states {after}.',
  },
  powersOther: {
    title: 'Other powers over balances and transfers',
    headline: 'The token has other powers over balances and transfers: {difference}',
    what: 'The powers over balances and transfers of the token are {after}; before: {before}.',
    whatDetail: '{read} states {after}.',
  },
  capRose: {
    title: 'Greatest supply rose',
    headline: 'The contract allows a greater supply: {after}',
    what: 'The greatest supply that the contract allows rose from {before} to {after}.',
    whatDetail: '{read} states {after}.',
  },
  capFell: {
    title: 'Greatest supply fell',
    headline: 'The contract allows a smaller supply: {after}',
    what: 'The greatest supply that the contract allows fell from {before} to {after}.',
    whatDetail: '{read} states {after}.',
  },
  capSet: {
    title: 'Greatest supply stated',
    headline: 'The contract states a greatest supply: {after}',
    what: 'The contract states that the supply is at most {after}; it stated no limit before.',
    whatDetail: '{read} states {after}.',
  },
  capEnded: {
    title: 'Greatest supply no longer stated',
    headline: 'The contract no longer states a greatest supply',
    what: 'The contract states no limit of the supply any more; it stated {before} before.',
    whatDetail: '{read} states none.',
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
    headline: 'Not confirmed yet: {change}',
    what: 'According to one provider of the chain alone, {statement}',
    whatDetail: '{read} is known from one provider alone. A reading at a later block confirms or withdraws it.',
  },
  withdrawn: {
    title: '{subject}: change withdrawn',
    headline: 'A later reading did not confirm that {change}',
    what: 'One provider of the chain alone had stated this, and a later reading does not: {statement}',
    whatDetail: '{read} does not state it.',
  },
} as const satisfies Readonly<Record<string, Wording>>;
