/** Pages with something on each of them. Every text that another party can write goes through `write`. */
import { describeValue } from '../../cli/feeds/field-values.ts';
import { obligationReadings } from '../../cli/feeds/obligation-readings.ts';
import { asset, assetId, change, day, hour, issuer, now, verdict } from '../api/records.ts';
import type { TestKey } from '../api/harness.ts';
import * as folded from '../pipeline/changes/builders.ts';
import { openPages, type PagesHarness, signIn } from './harness.ts';

export interface World {
  readonly api: PagesHarness;
  readonly key: TestKey;
  /** Of a session of the key, as a Cookie header. */
  readonly cookie: string;
  readonly address: (path: string) => string;
  /** Ids that paths of pages have. */
  readonly ids: { readonly change: string; readonly item: string; readonly document: string };
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
  const api = await openPages(overrides, { describeValue, obligations: obligationReadings() });
  opened(api);
  await api.declare(
    asset(1, {
      ...{
        name: write('Token one'),
        symbol: write('TK1'),
        description: write('A token.'),
        websiteUrl: write('https://a.example'),
      },
      issuer: issuer({ name: write('Acme Euro S.A.'), description: write('Issues tokens.') }),
    }),
    asset(2, { chain: 'base' }),
    asset(3, { assetId: folded.assetId, symbol: 'USDC' }),
  );
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
    {
      ...{
        captureId: 'one',
        documentId,
        lane: 'example.com',
        hops: 0,
        asOf: now - day,
        url: 'https://example.com/terms',
      },
      ...{
        finalUrl: write('https://example.com/terms'),
        obtained: 'fetched',
        outcome: 'ok',
        status: 200,
        message: write('Read.'),
      },
      ...{ documentClass: 'html', bytes: 84_000, sha256: 'ab'.repeat(32), contentType: null, etag: null },
      ...{ lastModified: null, reading: null, measures: null },
      declared: [
        ...[{ assetId: assetId(1), sourceId: 'terms', kind: 'terms', extractor: 'page', profile: null }].map((one) => ({
          ...one,
          profileSha256: null,
        })),
      ],
    },
  ]);
  await api.observe(folded.declared(1), folded.declaredParty(2), candidateOf(write));
  await api.fixture.project('dead.letters', [
    {
      ...{ topic: 'observations', partition: 2, offset: 7, key: null, value: null, headers: {}, timestamp: now - hour },
      ...{
        schemaId: null,
        processor: 'detect',
        errorClass: 'UndecodableValue',
        message: write('It is no record.'),
        time: now,
      },
    },
  ]);
  return {
    ...{ api, key, cookie: await signIn(api, key.text), close: api.close },
    address: (path) => `http://127.0.0.1:${api.port}${path}`,
    ids: { change: first.id, item, document: documentId },
  };
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
    ...{ sourceUrl: write('https://register.example/file'), priorSourceUrl: 'javascript:alert(1)' },
    ...{ quote: write(quote.replace('15:00', '12:00')), priorQuote: quote, detail: write(plain.detail) },
    explanation: {
      ...explanation,
      ...{
        headline: write(explanation.headline),
        what: write(explanation.what),
        whatDetail: write(explanation.whatDetail),
      },
      previous: { ...explanation.previous, value: write('old') },
      current: { ...explanation.current, value: write('new') },
    },
  };
}

const candidateOf = (write: (text: string) => string) =>
  folded.match(10, {
    ...{ level: 'L2', entryId: '1', entryName: write('CIRCLE'), listedAs: [`NAME ${write('CIRCLE')}`] },
    ...{ programs: [write('PROGRAMME')], sinceObservationId: folded.declaredParty(2).id },
    subject: {
      ...{ key: `party:${folded.issuerId}`, kind: 'party', display: 'Circle', roles: ['issuer'], partyName: 'Circle' },
    },
    byName: { ours: 'Circle', particular: { kind: 'country', value: 'FR' } },
  });
