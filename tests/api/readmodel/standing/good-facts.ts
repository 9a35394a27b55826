/** Facts of a token of which every part is good; a test spoils what it checks. */
import type { StandingFacts, TableFacts } from '../../../../api/readmodel/standing/facts.ts';
import { asset, day, hour, issuer, minute, now } from '../../records.ts';

const owner = '0x00000000000000000000000000000000000000aa';

const required = [
  { feed: 'ofac-addresses', short: 'OFAC wallets', everyMs: 15 * minute },
  { feed: 'un-sc', short: 'UN', everyMs: hour },
] as const;

const registers = [{ feed: 'esma-emtwp', short: 'ESMA', everyMs: day }] as const;

export const row: TableFacts['rows'][number] = {
  feed: 'esma-emtwp',
  register: "ESMA's register of e-money token white papers",
  matchedBy: 'identifier',
  polarity: 'authorised',
  status: 'listed',
  isOfToken: true,
  endsAt: null,
  isInactive: false,
};

export const goodTables: TableFacts = {
  matches: [],
  candidates: [],
  compared: { names: 1, wallets: 1, authorities: 1 },
  chainStatedAt: now - day,
  hasNoContract: false,
  isPaused: false,
  pausedSince: null,
  rows: [row],
  documents: [
    { kind: 'terms', readAt: now - hour, isUnreachable: false },
    { kind: 'report', readAt: now - hour, isUnreachable: false },
  ],
  expectsReport: true,
  report: { asOf: now - 10 * day, periodMs: 31 * day },
  checks: ['agree', 'not_comparable'],
  verdicts: [
    { obligationId: 'EMT-01', verdict: 'evidenced' },
    { obligationId: 'EMT-02', verdict: 'not_checked' },
  ],
};

export const goodFacts: StandingFacts = {
  record: {
    ...asset(1),
    issuer: { ...issuer(), kyiAt: now - 200 * day, kybAt: now - 100 * day },
    authorities: [
      {
        id: 'authority-1',
        type: 'owner',
        address: owner,
        accountType: 'regular',
        signers: [],
        threshold: null,
        verified: true,
        observedAt: now - day,
        accountKind: 'key',
      },
    ],
    verifications: [
      {
        proofId: 'proof-1',
        authorityType: 'owner',
        authorityAddress: owner,
        method: '{"type":"signature","scheme":"eip191"}',
        provedAt: now - 50 * day,
        verifiedBy: 'attestry eip191',
        lapsed: null,
      },
    ],
  },
  tables: goodTables,
  feeds: {
    readAt: new Map([
      ['ofac-addresses', now - hour],
      ['un-sc', now - 2 * hour],
      ['esma-emtwp', now - day],
    ]),
    hasFetches: true,
  },
  required,
  isNarrowed: false,
  hidesMatches: false,
  registers,
};

/** The same with other rows of the tables. */
export const withTables = (part: Partial<TableFacts>): StandingFacts => ({
  ...goodFacts,
  tables: { ...goodTables, ...part },
});

/** The same with another record. */
export const withRecord = (part: Partial<StandingFacts['record']>): StandingFacts => ({
  ...goodFacts,
  record: { ...goodFacts.record, ...part },
});

/** The same with other files; null for a feed without any. */
export const withFiles = (files: Readonly<Record<string, number | null>>): StandingFacts => {
  const readAt = new Map(goodFacts.feeds?.readAt);
  for (const [feed, asOf] of Object.entries(files)) {
    if (asOf === null) readAt.delete(feed);
    else readAt.set(feed, asOf);
  }
  return { ...goodFacts, feeds: { hasFetches: true, readAt } };
};
