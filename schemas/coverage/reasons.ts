/** Why a part of a token is not read as it should be: one table, with the words that every page, answer and command shows. */

/** Parts of what is read of a token, in their order. */
export const coverageParts = ['chain', 'issuer', 'registers', 'sanctions', 'documents'] as const;
export type CoveragePart = (typeof coverageParts)[number];

export type CoverageState = 'current' | 'waiting' | 'stale' | 'failing' | 'off' | 'missing';

/** What the words of a reason are about. */
export interface ReasonSubject {
  /** As the middle of a sentence has it: a chain, a feed, an issuer, the host of a document. */
  readonly name: string;
  /** What an operator sets or runs; never shown to a key holder. */
  readonly remedy: string;
}

interface Reason {
  readonly parts: readonly CoveragePart[];
  readonly state: Exclude<CoverageState, 'current'>;
  /** What is so, for anybody. */
  readonly text: (subject: ReasonSubject) => string;
  /** What the operator does. */
  readonly next: (subject: ReasonSubject) => string;
  /** What a key holder asks the operator for. */
  readonly ask: (subject: ReasonSubject) => string;
}

const feedParts = ['registers', 'sanctions'] as const;

/** In the order of a part: of several reasons the first one is the part's. */
export const coverageReasons = {
  chain_not_supported: {
    parts: ['chain'],
    state: 'off',
    text: ({ name }) => `This version does not read ${name}.`,
    next: () => 'Nothing: registers, lists and documents of the token are read.',
    ask: ({ name }) => `whether ${name} will be read.`,
  },
  provider_missing: {
    parts: ['chain'],
    state: 'off',
    text: ({ name }) => `The service does not read ${name}.`,
    next: ({ remedy }) => `Set ${remedy} to label=url of a node and restart.`,
    ask: ({ name }) => `to read ${name}.`,
  },
  no_contract: {
    parts: ['chain'],
    state: 'missing',
    text: ({ name }) => `The newest reading of ${name} found no token at the address.`,
    next: () => 'Check chain and address, and declare the token again.',
    ask: () => 'to check chain and address.',
  },
  rounds_stopped: {
    parts: ['chain'],
    state: 'off',
    text: ({ name }) => `Readings of ${name} have stopped.`,
    next: ({ name }) => `Read why in /status.json; attestry chains resume lets the readings of ${name} go on.`,
    ask: ({ name }) => `why readings of ${name} have stopped.`,
  },
  too_few_providers: {
    parts: ['chain'],
    state: 'failing',
    text: ({ name }) => `Too few nodes of ${name} answer alike.`,
    next: ({ remedy }) => `Name another node in ${remedy}, or mend those that attestry chains names.`,
    ask: ({ name }) => `to mend the nodes of ${name}.`,
  },
  unreadable: {
    parts: ['chain'],
    state: 'failing',
    text: ({ name }) => `The two newest readings of ${name} could not read the token.`,
    next: () => 'Read it by hand with attestry chains read.',
    ask: () => 'why the token cannot be read.',
  },
  never_read: {
    parts: ['chain'],
    state: 'waiting',
    text: ({ name }) => `The token was not read on ${name} yet.`,
    next: ({ name }) => `Wait for the next round of ${name}.`,
    ask: ({ name }) => `when ${name} is read.`,
  },
  not_named: {
    parts: ['issuer'],
    state: 'missing',
    text: () => 'No issuer is named.',
    next: () => 'Declare the issuer of the token.',
    ask: () => 'to name the issuer.',
  },
  not_linked: {
    parts: ['issuer'],
    state: 'missing',
    text: ({ name }) => `${name} is named as the issuer, and not confirmed.`,
    next: () => 'Check that it is the issuer, and link it.',
    ask: () => 'to confirm the issuer.',
  },
  not_verified: {
    parts: ['issuer'],
    state: 'waiting',
    text: ({ name }) => `The KYI check of ${name} is not passed.`,
    next: () => 'Decide the KYI check of the issuer.',
    ask: () => 'when the issuer is checked.',
  },
  no_identifier: {
    parts: ['registers'],
    state: 'missing',
    text: () => 'Neither token nor issuer has an identifier that registers know.',
    next: () => 'Declare the LEI of the issuer, or a DTI, FFG or ISIN of the token.',
    ask: () => 'to add identifiers.',
  },
  no_lei: {
    parts: ['registers'],
    state: 'missing',
    text: () => 'The issuer has no LEI, so registers find it by the identifiers of the token alone.',
    next: () => 'Declare the LEI of the issuer.',
    ask: () => 'to add the LEI of the issuer.',
  },
  nothing_to_compare: {
    parts: ['sanctions'],
    state: 'missing',
    text: () => 'No name or wallet of the token was compared with lists.',
    next: () => 'Declare the issuer of the token.',
    ask: () => 'to name the issuer.',
  },
  feed_off: {
    parts: feedParts,
    state: 'off',
    text: ({ name }) => `The service does not fetch ${name}.`,
    next: ({ remedy }) => `Add ${remedy} to ATTESTRY_FEEDS and restart.`,
    ask: ({ name }) => `to fetch ${name}.`,
  },
  rejected: {
    parts: feedParts,
    state: 'failing',
    text: ({ name }) => `The newest file of ${name} was rejected.`,
    next: ({ remedy }) => `Compare the files with attestry feeds diff ${remedy}; feeds run with --force accepts one.`,
    ask: ({ name }) => `why a file of ${name} was rejected.`,
  },
  failing: {
    parts: feedParts,
    state: 'failing',
    text: ({ name }) => `The last fetch of ${name} failed.`,
    next: ({ remedy }) => `Read why in attestry feeds list; attestry feeds run ${remedy} tries again.`,
    ask: ({ name }) => `why ${name} cannot be fetched.`,
  },
  never_ran: {
    parts: feedParts,
    state: 'waiting',
    text: ({ name }) => `No file of ${name} was read yet.`,
    next: ({ remedy }) => `Wait for its first fetch, or run attestry feeds run ${remedy}.`,
    ask: ({ name }) => `when ${name} is read.`,
  },
  none_declared: {
    parts: ['documents'],
    state: 'missing',
    text: () => 'No document is declared.',
    next: () => 'Declare the sources of the token.',
    ask: () => 'to declare documents.',
  },
  documents_off: {
    parts: ['documents'],
    state: 'off',
    text: () => 'The service does not fetch documents.',
    next: () => 'Set ATTESTRY_DOCUMENTS=on and ATTESTRY_DOCUMENTS_CONTACT, and restart.',
    ask: () => 'to fetch documents.',
  },
  contact_missing: {
    parts: ['documents'],
    state: 'off',
    text: () => 'The service does not fetch documents: it gives sites no address at which they reach its operator.',
    next: () => 'Set ATTESTRY_DOCUMENTS_CONTACT to an address or URL at which sites reach you, and restart.',
    ask: () => 'to fetch documents.',
  },
  profile_unknown: {
    parts: ['documents'],
    state: 'missing',
    text: ({ name }) => `No profile of this service reads the document at ${name}.`,
    next: ({ remedy }) => `Declare a profile that attestry profiles list has instead of ${remedy}.`,
    ask: ({ name }) => `to read the document at ${name}.`,
  },
  unreachable: {
    parts: ['documents'],
    state: 'failing',
    text: ({ name }) => `The two newest fetches of the document at ${name} failed.`,
    next: () => 'Read why in attestry documents, and correct the address.',
    ask: ({ name }) => `to check the address at ${name}.`,
  },
  nothing_read: {
    parts: ['documents'],
    state: 'failing',
    text: ({ name }) => `The document at ${name} was fetched, and no field was read from it.`,
    next: () => 'Read it by hand with attestry documents read.',
    ask: ({ name }) => `why no field is read from the document at ${name}.`,
  },
  never_fetched: {
    parts: ['documents'],
    state: 'waiting',
    text: ({ name }) => `The document at ${name} was not fetched yet.`,
    next: () => 'Wait for its first fetch, or run attestry documents run.',
    ask: ({ name }) => `when the document at ${name} is fetched.`,
  },
  stale: {
    parts: ['chain', 'registers', 'sanctions', 'documents'],
    state: 'stale',
    text: ({ name }) => `What was read of ${name} is too old.`,
    next: () => 'Read why in attestry feeds list, attestry chains or attestry documents.',
    ask: ({ name }) => `why ${name} is not read any more.`,
  },
} as const satisfies Readonly<Record<string, Reason>>;

export type CoverageReason = keyof typeof coverageReasons;

export const coverageReasonNames = Object.keys(coverageReasons) as readonly CoverageReason[];

/** The words of a reason. `holder` is what a key holder reads in place of `next`: no setting, command or node is in it. */
export function wordsOf(reason: CoverageReason, subject: ReasonSubject) {
  const { text, next, ask }: Reason = coverageReasons[reason];
  return { text: text(subject), next: next(subject), holder: `Ask the operator ${ask(subject)}` };
}

export const stateOf = (reason: CoverageReason | null): CoverageState =>
  reason === null ? 'current' : coverageReasons[reason].state;
