/** Pages with something on each of them. Every text that another party can write goes through `write`. */
import { describeValue } from '../../cli/service/pages/field-values.ts';
import { computeEvidence } from '../../cli/service/evidence/compute.ts';
import { createEvidence } from '../../cli/service/evidence/evidence.ts';
import { RetryableError } from '../../infra/errors.ts';
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import { obligationReadings } from '../../cli/service/pages/obligation-readings.ts';
import { asset, assetId, change, day, hour, issuer, now, verdict } from '../api/records.ts';
import type { TestKey } from '../api/harness.ts';
import { registeredAsset, registeredParty } from '../api/registry-port.ts';
import * as folded from '../pipeline/changes/builders.ts';
import type { RecordAuthority } from '../../schemas/generated/records.ts';
import { capture, leftOutWith, withReading } from './captures.ts';
import { everyKind, state } from './stated.ts';
import { endpointHost, openPages, type PagesHarness, post, signIn, tokenOf, visit } from './harness.ts';

export interface World {
  readonly api: PagesHarness;
  readonly key: TestKey;
  /** Of a session of the key, as a Cookie header. */
  readonly cookie: string;
  readonly address: (path: string) => string;
  /** CAIP-19 of a token that the key asked for. */
  readonly requested: string;
  /** Ids that paths of pages have. */
  readonly ids: {
    readonly change: string;
    /** A change that was folded from observations that are in the tables. */
    readonly folded: string;
    readonly item: string;
    readonly document: string;
    readonly endpoint: string;
    /** Of the operator's registry. */
    readonly registered: string;
    readonly party: string;
  };
  readonly close: () => Promise<void>;
}

const documentId = 'd'.repeat(64);

const asItIs = (text: string): string => text;

interface WorldOptions {
  /** Makes the text that another party wrote, from a plain one. */
  readonly write?: (text: string) => string;
  readonly overrides?: Parameters<typeof openPages>[0];
  /** Called before anything is stored. */
  readonly opened?: (api: PagesHarness) => void;
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { write = asItIs, overrides = {}, opened = () => undefined } = options;
  const evidence: { made: ReturnType<typeof createEvidence> | null } = { made: null };
  const made = (): ReturnType<typeof createEvidence> => {
    if (evidence.made === null) throw new Error('the world is not open');
    return evidence.made;
  };
  const api = await openPages(overrides, {
    describeValue,
    obligations: obligationReadings(),
    readLeftOut: async () => leftOutWith(write),
    evidence: {
      explain: (wanted) => made().explain(wanted),
      bundle: (wanted) => made().bundle(wanted),
      isPublic: (of) => made().isPublic(of),
    },
  });
  evidence.made = createEvidence({
    tables: overrides.tables ?? api.fixture.reader,
    clock: () => now,
    mayLackBytes: true,
    compute: (job) => computeEvidence(job, noBytes),
  });
  opened(api);
  await api.declare(
    asset(1, {
      name: write('Token one'),
      symbol: write('TK1'),
      description: write('A token.'),
      websiteUrl: write('https://a.example'),
      issuer: issuer({ name: write('Acme Euro S.A.'), description: write('Issues tokens.') }),
      authorities: [authority('mint_authority', '0xA'), authority('freeze_authority', '0xD')],
    }),
    asset(2, { chain: 'base' }),
    asset(3, { assetId: folded.assetId, symbol: 'USDC' }),
  );
  await state(api, assetId(1), ...everyKind(write));
  await declareRegistry(api, write);
  const scopes = ['monitoring:read', 'watchlist:write', 'operator'] as const;
  const key = await api.makeKey({ name: write('Ann'), scopes });
  const item = await api.watch(key, assetId(1));
  await api.give(key.tenantId, 'watch.update', { itemId: item, note: write('A note.') });
  const first = changeOf(write, 'a', '15:00 on a business day. The fee is 0 %.');
  await api.detect(
    first,
    changeOf(write, 'b', 'Nothing else.', 'strengthens'),
    changeOf(write, 'c', 'Nothing else.', 'mixed'),
  );
  await api.judge(
    verdict(1, now - hour, true, { statement: write('The newest report is of March.'), notice: write('It is old.') }),
  );
  await api.fixture.project('document.captures', [
    capture(documentId, 1, { asOf: now - 9 * day }),
    capture(documentId, 1, {
      ...withReading(1),
      asOf: now - 2 * day,
      finalUrl: write('https://example.com/terms'),
      message: write('Read.'),
    }),
  ]);
  await api.observe(folded.declared(1), folded.declaredParty(2), candidateOf(write));
  await api.watch(key, folded.assetId, 0);
  await addUnresolved(api, key, write);
  const [revoked] = await api.observe(
    folded.byDeclaration(folded.kyi('verified', now - 4 * day)),
    folded.byDeclaration(folded.kyi('revoked', now - 2 * day)),
  );
  if (revoked === undefined) throw new Error('the observations caused no change');
  await api.fixture.project('dead.letters', [
    {
      topic: 'observations',
      partition: 2,
      offset: 7,
      key: null,
      value: null,
      headers: {},
      timestamp: now - hour,
      schemaId: null,
      processor: 'detect',
      errorClass: 'UndecodableValue',
      message: write('It is no record.'),
      time: now,
    },
  ]);
  await askFor(api, key, write);
  const cookie = await signIn(api, key.text);
  return {
    api,
    key,
    cookie,
    close: api.close,
    requested,
    address: (path) => `http://127.0.0.1:${api.port}${path}`,
    ids: {
      change: first.id,
      folded: revoked.id,
      item,
      document: documentId,
      endpoint: await addEndpoint(api, cookie, write),
      registered: registeredAsset().assetId,
      party: registeredParty().partyId,
    },
  };
}

const authority = (type: string, address: string): RecordAuthority => ({
  id: type,
  type,
  address,
  accountType: 'regular',
  accountKind: null,
  signers: [],
  threshold: null,
  verified: false,
  observedAt: now - day,
});

/** A party and its token, declared twice, with a decision. */
async function declareRegistry(api: PagesHarness, write: (text: string) => string): Promise<void> {
  const party = registeredParty({ name: write('Acme Euro S.A.'), aliases: [write('Acme')] });
  const token = registeredAsset({
    name: write('Acme Euro'),
    symbol: write('AEUR'),
    description: write('A token.'),
    websiteUrl: write('https://a.example'),
    parties: [{ partyId: party.partyId, role: 'issuer' }],
  });
  const vouched = { by: write('Compliance'), why: write('File 7.'), evidence: [write('https://a.example/file')] };
  await api.register(party, token);
  await api.register({ ...token, name: write('Acme Euro (old)'), status: 'withdrawn', vouched });
  await api.register({ ...token, vouched });
}

const requested = 'eip155:1/erc20:0x7777777777777777777777777777777777777777';

/** One token that is asked for, and one that was declined. */
async function askFor(api: PagesHarness, key: TestKey, write: (text: string) => string): Promise<void> {
  const note = write('We hold it.');
  await api.give(key.tenantId, 'request.create', { caip19: requested, note, registered: [] });
  const caip19 = requested.replaceAll('7', '8');
  await api.give(key.tenantId, 'request.create', { caip19, note, registered: [] });
  const requestId = uuidV5(namespaces.request, `${key.tenantId}|${caip19}`);
  await api.give(key.tenantId, 'request.decline', { requestId, reason: write('No issuer is known.') });
}

/** A token that is watched, and whose intake found no contract. */
async function addUnresolved(api: PagesHarness, key: TestKey, write: (text: string) => string): Promise<void> {
  await api.declare(asset(6, { name: write('Token six'), symbol: write('TK6') }));
  const added = await api.give(key.tenantId, 'watch.add', { assetId: assetId(6), by: 'operator' });
  const itemId = String(added.item?.itemId);
  const outcome = { outcome: 'unresolved', reason: 'contract_not_found', registryPosition: 0 } as const;
  await api.give(key.tenantId, 'intake.resolve', { itemId, intakeSeq: api.intakes.get(itemId) ?? 0, ...outcome });
}

const noBytes = { has: async () => false, read: async () => Promise.reject(new RetryableError('missing')) };

/** Adds an endpoint at which nothing listens, and sends it a test. */
async function addEndpoint(api: PagesHarness, cookie: string, write: (text: string) => string): Promise<string> {
  const list = '/account/webhooks';
  const submit = async (path: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    const token = tokenOf(await visit(api, path, { cookie }), path);
    return (await post(api, path, { token, ...fields }, { cookie })).text;
  };
  const answer = await submit(list, { url: `http://${endpointHost}/${encodeURIComponent(write('in'))}` });
  const id = /\/account\/webhooks\/([0-9a-f-]{36})/.exec(answer)?.[1];
  if (id === undefined) throw new Error('the endpoint was not added');
  await submit(`${list}/${id}`, { do: 'test' });
  return id;
}

function changeOf(
  write: (text: string) => string,
  name: string,
  quote: string,
  direction: 'mixed' | 'strengthens' | 'weakens' = 'weakens',
): ReturnType<typeof change> {
  const plain = change(name, 1, { direction });
  const { explanation } = plain;
  return {
    ...plain,
    sourceUrl: write('https://register.example/file'),
    priorSourceUrl: 'javascript:alert(1)',
    quote: write(quote.replace('15:00', '12:00')),
    priorQuote: quote,
    detail: write(plain.detail),
    explanation: {
      ...explanation,
      headline: write(explanation.headline),
      what: write(explanation.what),
      whatDetail: write(explanation.whatDetail),
      previous: { ...explanation.previous, value: write('old') },
      current: { ...explanation.current, value: write('new') },
    },
  };
}

const candidateOf = (write: (text: string) => string) =>
  folded.match(10, {
    level: 'L2',
    entryId: '1',
    entryName: write('CIRCLE'),
    listedAs: [`NAME ${write('CIRCLE')}`],
    programs: [write('PROGRAMME')],
    sinceObservationId: folded.declaredParty(2).id,
    subject: {
      key: `party:${folded.issuerId}`,
      kind: 'party',
      display: 'Circle',
      roles: ['issuer'],
      partyName: 'Circle',
    },
    byName: { ours: 'Circle', particular: { kind: 'country', value: 'FR' } },
  });
