import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { coverageOf } from '../../../schemas/coverage/coverage.ts';
import type { CoverageFacts, FeedFacts } from '../../../schemas/coverage/facts.ts';
import { installationCoverage } from '../../../schemas/coverage/installation.ts';
import {
  type CoveragePart,
  coverageParts,
  type CoverageReason,
  coverageReasonNames,
  coverageReasons,
  wordsOf,
} from '../../../schemas/coverage/reasons.ts';
import { youngFor } from '../../../schemas/freshness.ts';
import { dayMs, hourMs } from '../../../schemas/values/durations.ts';

const now = Date.UTC(2026, 5, 1);
const feed: FeedFacts = {
  feed: 'gleif-lei',
  name: "GLEIF's index of LEI records",
  everyMs: dayMs,
  readAt: now - hourMs,
  isRejected: false,
  running: { isFetched: true, failedAt: null },
};
const document = {
  sourceId: 'terms',
  host: 'issuer.example',
  kind: 'terms',
  extractor: 'any-page',
  isProfileKnown: true,
  readAt: now - hourMs,
  isUnreachable: false,
  isUnread: false,
} as const;
const whole: CoverageFacts = {
  chain: {
    chain: 'ethereum',
    name: 'Ethereum',
    isSupported: true,
    hasNoContract: false,
    isUnreadable: false,
    readAt: now - hourMs,
    running: { setting: 'ATTESTRY_RPC_ETHEREUM', hasProvider: true, problem: null },
  },
  issuer: { name: 'Example Issuer S.A.', isLinked: true, isVerified: true, isRecorded: true },
  registers: { hasIdentifier: true, hasLei: true, feeds: [feed] },
  sanctions: { comparesAnything: true, feeds: [{ ...feed, feed: 'un-sc', name: 'the UN list' }] },
  documents: { running: { isOn: true, hasContact: true }, sources: [document] },
};

const { chain, issuer, registers, sanctions, documents } = whole;
const running = { setting: 'ATTESTRY_RPC_ETHEREUM', hasProvider: true, problem: null } as const;
const withFeed = (part: Partial<typeof feed>): CoverageFacts => ({
  ...whole,
  registers: { ...registers, feeds: [feed, { ...feed, feed: 'esma-emtwp', ...part }] },
  sanctions: { ...sanctions, feeds: [{ ...feed, feed: 'un-sc', ...part }] },
});
const withDocument = (part: Partial<CoverageFacts['documents']['sources'][number]>): CoverageFacts => ({
  ...whole,
  documents: { ...documents, sources: [document, { ...document, sourceId: 'report', ...part }] },
});
const withChain = (part: Partial<CoverageFacts['chain']>): CoverageFacts => ({
  ...whole,
  chain: { ...chain, ...part },
});

/** Facts in which a part has each reason, and nothing else is wrong. */
const cases: Readonly<Record<CoverageReason, CoverageFacts>> = {
  chain_not_supported: withChain({ isSupported: false, readAt: null, running: null }),
  provider_missing: withChain({ running: { ...running, hasProvider: false } }),
  no_contract: withChain({ hasNoContract: true }),
  rounds_stopped: withChain({ running: { ...running, problem: 'rounds_stopped' } }),
  too_few_providers: withChain({ running: { ...running, problem: 'too_few_providers' } }),
  unreadable: withChain({ isUnreadable: true }),
  never_read: withChain({ readAt: null }),
  not_named: { ...whole, issuer: { name: null, isLinked: false, isVerified: false, isRecorded: false } },
  not_linked: { ...whole, issuer: { ...issuer, isLinked: false, isVerified: false } },
  not_verified: { ...whole, issuer: { ...issuer, isVerified: false } },
  no_identifier: { ...whole, registers: { hasIdentifier: false, hasLei: false, feeds: [] } },
  no_lei: { ...whole, registers: { ...registers, hasLei: false } },
  nothing_to_compare: { ...whole, sanctions: { ...sanctions, comparesAnything: false } },
  feed_off: withFeed({ running: { isFetched: false, failedAt: null } }),
  rejected: withFeed({ isRejected: true }),
  failing: withFeed({ running: { isFetched: true, failedAt: now } }),
  never_ran: withFeed({ readAt: null }),
  none_declared: { ...whole, documents: { ...documents, sources: [] } },
  documents_off: { ...whole, documents: { ...documents, running: { isOn: false, hasContact: true } } },
  contact_missing: { ...whole, documents: { ...documents, running: { isOn: true, hasContact: false } } },
  profile_unknown: withDocument({ isProfileKnown: false }),
  unreachable: withDocument({ isUnreachable: true }),
  nothing_read: withDocument({ isUnread: true }),
  never_fetched: withDocument({ readAt: null }),
  stale: withFeed({ readAt: now - youngFor.feed(feed) - 1 }),
};

for (const reason of coverageReasonNames) {
  test(`FD-12 ${reason} is the reason of its parts alone, and is gone once mended`, () => {
    const { parts, state } = coverageOf(cases[reason], now);
    const having = parts.filter((part) => part.reason !== null).map((part) => [part.part, part.reason]);
    const expected: readonly CoveragePart[] = coverageReasons[reason].parts;
    for (const [part, own] of having) {
      assert.is(own, reason);
      assert.ok(expected.includes(part as CoveragePart), `${part}`);
    }
    assert.ok(having.length > 0);
    assert.is(state, 'partial');
    for (const part of parts) {
      assert.is(part.state, part.reason === null ? 'current' : coverageReasons[reason].state);
      assert.is(part.next === null, part.reason === null);
    }
    assert.is(coverageOf(whole, now).state, 'full');
  });

  test(`FD-13 words of ${reason} for a key holder name no setting, command or node`, () => {
    const { text, next, holder } = wordsOf(reason, { name: 'Ethereum', remedy: 'ATTESTRY_SECRET' });
    assert.not.match(`${text} ${holder}`, /ATTESTRY|attestry |--|https?:/);
    assert.match(holder, /^Ask the operator (?:to|when|whether|why) .+\.$/);
    for (const sentence of [text, next]) assert.match(sentence, /^[A-Z].*\.$/);
  });
}

test('FD-12 a failed fetch is a reason until a file as of a later time is read, also one given by hand', () => {
  const failedAt = now - hourMs;
  const cases: readonly (readonly [readAt: number | null, reason: CoverageReason | null])[] = [
    [null, 'failing'],
    [failedAt - 1, 'failing'],
    [failedAt, null],
    [failedAt + 1, null],
  ];
  for (const [readAt, reason] of cases) {
    const facts = withFeed({ readAt, running: { isFetched: true, failedAt } });
    const { parts } = coverageOf(facts, now);
    for (const part of ['registers', 'sanctions']) {
      assert.is(parts.find((one) => one.part === part)?.reason ?? null, reason, `${part} ${readAt}`);
    }
  }
});

test('what the operator does about a failure names what shows it', () => {
  const shownBy: Partial<Record<CoverageReason, string>> = {
    rounds_stopped: '/status.json',
    too_few_providers: 'attestry chains',
    failing: 'attestry feeds list',
    unreachable: 'attestry documents',
    stale: 'attestry feeds list',
  };
  for (const [reason, command] of Object.entries(shownBy)) {
    const { next } = wordsOf(reason as CoverageReason, { name: 'Ethereum', remedy: 'un-sc' });
    assert.ok(next.includes(command), next);
  }
  for (const reason of coverageReasonNames) {
    // The status of the processors has neither fetches nor nodes.
    assert.not.match(wordsOf(reason, { name: 'Ethereum', remedy: 'un-sc' }).next, /attestry status/);
  }
});

test('stale is a reason of the chain and of documents, at the first millisecond beyond the limit', () => {
  const limits = { chain: youngFor.chain(), documents: youngFor.document('terms') };
  const reasonOf = (facts: CoverageFacts, part: CoveragePart) =>
    coverageOf(facts, now).parts.find((one) => one.part === part)?.reason;
  assert.is(reasonOf(withChain({ readAt: now - limits.chain }), 'chain'), null);
  assert.is(reasonOf(withChain({ readAt: now - limits.chain - 1 }), 'chain'), 'stale');
  assert.is(reasonOf(withDocument({ readAt: now - limits.documents }), 'documents'), null);
  assert.is(reasonOf(withDocument({ readAt: now - limits.documents - 1 }), 'documents'), 'stale');
});

test('of several reasons the first one of the table is the part’s, with the words of its source; the others are in sources', () => {
  const facts: CoverageFacts = {
    ...whole,
    documents: {
      running: { isOn: true, hasContact: true },
      sources: [
        { ...document, readAt: null },
        { ...document, sourceId: 'report', host: 'other.example', isUnreachable: true, readAt: null },
      ],
    },
  };
  const part = coverageOf(facts, now).parts.find((one) => one.part === 'documents');
  assert.is(part?.reason, 'unreachable');
  assert.is(part?.text, 'The two newest fetches of the document at other.example failed.');
  assert.equal(
    part?.sources.map(({ source, reason }) => [source, reason]),
    [
      ['terms', 'never_fetched'],
      ['report', 'unreachable'],
    ],
  );
});

test('what is off stays off however young its last reading, which is shown', () => {
  const [part] = coverageOf(cases.provider_missing, now).parts;
  assert.is(part?.state, 'off');
  assert.is(part?.readAt, now - hourMs);
  assert.is(part?.limitSeconds, youngFor.chain() / 1_000);
  assert.is(part?.next?.operator, 'Set ATTESTRY_RPC_ETHEREUM to label=url of a node and restart.');
});

test('a process that does not know the settings states what the log shows', () => {
  const facts: CoverageFacts = {
    ...whole,
    chain: { ...chain, running: null, readAt: null },
    documents: { running: null, sources: [{ ...document, isProfileKnown: null, readAt: null }] },
  };
  const reasons = coverageOf(facts, now).parts.flatMap(({ reason }) => reason ?? []);
  assert.equal(reasons, ['never_read', 'never_fetched']);
});

test('an issuer that was verified without a record is current, with a note', () => {
  const facts: CoverageFacts = { ...whole, issuer: { ...issuer, isRecorded: false } };
  const part = coverageOf(facts, now).parts.find((one) => one.part === 'issuer');
  assert.equal(
    [part?.state, part?.reason, part?.text],
    ['current', null, 'The issuer is confirmed and checked; who decided that is not recorded.'],
  );
});

test('nothing current is none', () => {
  const facts: CoverageFacts = {
    chain: cases.never_read.chain,
    issuer: cases.not_named.issuer,
    registers: cases.no_identifier.registers,
    sanctions: cases.nothing_to_compare.sanctions,
    documents: cases.none_declared.documents,
  };
  const { state, current, of } = coverageOf(facts, now);
  assert.equal([state, current, of], ['none', 0, coverageParts.length]);
});

test('an installation counts tokens by state, and reasons by what they are about', () => {
  const all = [whole, cases.provider_missing, cases.provider_missing, cases.not_named];
  const { reasons, ...counts } = installationCoverage(all.map((facts) => coverageOf(facts, now)));
  assert.equal(counts, { assets: 4, full: 1, partial: 3, none: 0 });
  assert.equal(
    reasons.map(({ reason, part, assets }) => [reason, part, assets]),
    [
      ['provider_missing', 'chain', 2],
      ['not_named', 'issuer', 1],
    ],
  );
});

test.run();
