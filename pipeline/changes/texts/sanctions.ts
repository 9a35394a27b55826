import type { Wording } from '../template.ts';

export const sanctionsTexts = {
  added: {
    title: 'Match with a sanctions list',
    headline: '{list} names {subject}',
    what: '{list} of {date} has an entry for {subject} ({role}).',
    whatDetail: 'The entry {entry}{programs} lists {listedAs}. {since}{encoding}',
  },
  removed: {
    title: 'Match with a sanctions list ended',
    headline: '{list} no longer names {subject}',
    what: '{list} of {date} no longer has the entry for {subject} ({role}).',
    whatDetail:
      'The entry {entry} of this list matched {listedAs} and does not match any more. Other entries and other lists are not part of this change.',
  },
  subjectLeft: {
    title: 'Asset no longer names a listed subject',
    headline: 'The asset no longer names {this}; the list still has the entry',
    what: 'The asset no longer names {this}; the list still has the entry.',
    whatDetail:
      'Since {left} the asset no longer names {subject}. {list}, last read as of {date}, still has the entry {entry}.',
  },
  amended: {
    title: 'Entry of a sanctions list amended',
    headline: '{list} amended the entry for {subject}',
    what: '{list} of {date} still has the entry for {subject} ({role}) and states other particulars.',
    whatDetail: 'In the entry {entry}, {differences}.',
  },
  candidate: {
    title: 'Candidate on a sanctions list',
    headline: '{list} has an entry that resembles {subject}',
    what: '{list} of {date} has an entry that resembles {subject} ({role}). No exact identifier ties the two.',
    whatDetail: 'The entry {entry}{programs} lists {listedAs}. {since}{encoding}',
  },
  withdrawn: {
    title: 'Candidate on a sanctions list withdrawn',
    headline: 'Withdrawn: {list} has no entry that resembles {subject}',
    what: '{list} of {date} has no entry any more that resembles {subject} ({role}).',
    whatDetail: 'The entry {entry} resembled {subject} and does not any more.',
  },
  candidateLeft: {
    title: 'Candidate on a sanctions list withdrawn',
    headline: 'Withdrawn: the asset no longer names {this}',
    what: 'The asset no longer names {this}, which an entry of {list} resembles.',
    whatDetail: 'Since {left} the asset no longer names {subject}; the entry {entry} is not compared any further.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export const sanctionsPhrases = {
  programs: ' ({programs})',
  since: 'Listed since {date}.',
  sinceFirst: 'Listed since {date} or earlier: it was in the first file of the list that was read.',
  otherEncoding: ' The listed address has the same key bytes, Tron form.',
  noEntry: 'no matching entry',
  cleared: 'no matching entry any more',
  left: 'not named by the asset any more',
  list: 'The sanctions list',
  entry: 'without a name',
  nothingListed: 'what the asset names',
  roleOf: '{party}, {roles}',
  differed: 'the {what} was {before} and is {after}',
  programmes: 'list of programmes',
  name: 'name',
  listedAs: 'list of what matches',
  strength: 'kind of match',
  empty: 'empty',
  spelling: 'particulars are written differently',
  noRole: 'named by the asset',
  candidateLevel: {
    L1: 'exact identifier',
    L2: 'same name and a second particular',
    L3: 'resemblance',
    L4: 'weak resemblance',
    L5: 'link to a listed party',
  },
} as const;

/** What a subject is called, by its kind; other kinds are called by `value`. */
export const subjectNouns: ReadonlyMap<string, { readonly the: string; readonly this: string }> = new Map(
  Object.entries({
    wallet: { the: 'the wallet {display}', this: 'this wallet' },
    lei: { the: 'the legal entity with the LEI {display}', this: 'this legal entity' },
    isin: { the: 'the instrument with the ISIN {display}', this: 'this instrument' },
    dti: { the: 'the token with the DTI {display}', this: 'this token identifier' },
    ffg: { the: 'the token with the DTI group {display}', this: 'this token identifier' },
    party: { the: '{display}', this: 'this party' },
  }),
);

export const otherSubject = { the: '{display}', this: 'this subject' } as const;

/** Roles of a subject, as people call them; other roles are written out. */
export const roleWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    contract: 'contract of the token',
    token: 'identifier of the token',
    'authority:owner': 'owner of the contract',
    'authority:creator': 'creator of the token',
    'authority:mint_authority': 'mint authority',
    'authority:update_authority': 'update authority',
    'authority:freeze_authority': 'freeze authority',
    'authority:upgrade_authority': 'upgrade authority',
    'signer:owner': 'signer of the owner',
    'signer:creator': 'signer of the creator',
    'signer:mint_authority': 'signer of the mint authority',
    'signer:update_authority': 'signer of the update authority',
    'signer:freeze_authority': 'signer of the freeze authority',
    'signer:upgrade_authority': 'signer of the upgrade authority',
  }),
);

export const sanctionsField = {
  label: 'Entry on the list',
  meaning: 'Whether the list has an entry that matches a wallet, an identifier or a party of the asset.',
  stake: 'Whoever is bound by the list is barred from dealing with what it names.',
} as const;
