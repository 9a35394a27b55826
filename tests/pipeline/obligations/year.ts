/** Fifteen months of three tokens: ticks, registers, documents and reports, as observations in the order of their days. */
import type { Observation } from '../../../schemas/generated/records.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { at, cell, chain, day, declared, declaredParty, observation, row, tick } from '../changes/builders.ts';
import { describeCapture } from '../../../pipeline/documents/captures/describe-capture.ts';
import { recordCell, recordListed } from '../changes/gleif-scenarios.ts';
import { sentences } from '../changes/families/source/builders.ts';
import { controlEvents } from './control-of-year.ts';

interface Token {
  readonly name: string;
  readonly assetId: string;
  readonly regimes: readonly string[];
}

const usd: Token = {
  name: 'USD token',
  assetId: '00000000-0000-4000-8000-000000000001',
  regimes: ['MICA_EMT', 'US_GENIUS', 'NYDFS_STABLECOIN'],
};
const eur: Token = { name: 'EUR token', assetId: '00000000-0000-4000-8000-000000000002', regimes: ['MICA_EMT'] };
const unknown: Token = { name: 'unknown token', assetId: '00000000-0000-4000-8000-000000000003', regimes: [] };
export const tokens = [usd, eur, unknown] as const;

const firstDay = at('2026-01-01');
const lastDay = at('2027-04-01');
const hour = 3_600_000;

const urlOf = ({ assetId }: Token, source: string): string => `https://issuer-${assetId.slice(-1)}.example/${source}`;

const declaration = (token: Token, regimes = token.regimes, when = firstDay + 8 * hour): Observation => {
  const { assetId } = token;
  const kinds = token === unknown ? [] : (['whitepaper', 'terms', 'report'] as const);
  const sources = kinds.map((kind) => ({ sourceId: kind, url: urlOf(token, kind), kind, extractor: 'none' }));
  const identifiers = { dti: [], ffg: [`FFG${assetId.slice(-1)}`], isin: [] };
  const asset = { assetId, sources, regimes: [...regimes], identifiers };
  const built = declared(when, asset);
  const value = { ...(JSON.parse(built.value ?? '{}') as Record<string, unknown>), registeredAt: firstDay + 8 * hour };
  return observation({ assetId, field: 'declaration', value, observedAt: when });
};

/** A source is read whole; the text of a document does not change by itself. */
function read(token: Token, kind: 'whitepaper' | 'terms' | 'report', observedAt: number, outcome = 'ok'): Observation {
  const url = urlOf(token, kind);
  const documentClass = kind !== 'whitepaper' ? 'html' : token === eur ? 'pdf' : 'ixbrl_esma';
  const isRead = outcome === 'ok';
  const value = isRead
    ? describeCapture({ url, finalUrl: url, documentClass, links: [], text: sentences(0, 40) }, [])
    : null;
  return observation({
    assetId: token.assetId,
    subjectKind: 'source',
    subjectKey: kind,
    field: 'capture',
    sourceKey: kind,
    sourceUrl: url,
    sourceHash: isRead ? `sha256:${sha256Hex(kind)}` : null,
    artifactId: isRead ? sha256Hex(kind) : null,
    extractor: 'page',
    extractorVersion: '1',
    fetchOutcome: outcome,
    observedAt,
    value,
  });
}

const states = (token: Token, source: string, field: string, value: unknown, observedAt: number): Observation =>
  observation({
    assetId: token.assetId,
    field,
    sourceKey: source,
    value,
    observedAt,
    quote: 'as read',
    sourceUrl: urlOf(token, source),
    sourceHash: `sha256:${sha256Hex(`${source} ${observedAt}`)}`,
    artifactId: sha256Hex(`${source} ${observedAt}`),
    documentClass: 'html',
  });

/** Stated twice, so that a differing value is confirmed. */
const confirmed = (
  token: Token,
  source: string,
  field: string,
  value: unknown,
  when: number,
): readonly Observation[] => [
  states(token, source, field, value, when),
  states(token, source, field, value, when + 7 * hour),
];

const notifiedOn = (date: string): readonly [string, object] => [
  'wp_authorisationNotificationDate',
  { meaning: 'white_paper_date', text: date, date },
];

/** The entry of the issuer in the register of legal entities. */
const entityRow = (token: Token, when: number): readonly Observation[] => [
  { ...recordListed(when, issuerOf(token).id), ...entityOf(token) },
  leiStatus(token, 'ISSUED', when),
];

const leiStatus = (token: Token, text: string, when: number): Observation => ({
  ...recordCell(when, 'Registration.RegistrationStatus', { meaning: 'lei_status', text }),
  ...entityOf(token),
});

const entityOf = ({ assetId }: Token) => ({ assetId, subjectKey: 'entitydefghijklmnopqrstuv' });

const issuerOf = ({ assetId }: Token): Observation => ({ ...declaredParty(firstDay + 8 * hour), assetId });

const listedRow = (token: Token, since: string, when: number, given: object = {}): readonly Observation[] => {
  const about = { assetId: token.assetId };
  const cells: readonly (readonly [string, object])[] = [
    ['ae_authorisation_other_emt', { meaning: 'authorisation_kind', text: 'Electronic money institution' }],
    ['wp_url', { meaning: 'white_paper_link', text: urlOf(token, 'whitepaper') }],
    notifiedOn(token === eur ? '2024-07-01' : '2026-01-02'),
  ];
  const subjectKey = `ffg:FFG${token.assetId.slice(-1)}`;
  return [
    row(when, { sinceObservationId: since, subjectKey, ...given }, about),
    ...cells.map(([name, value]) => cell(when, name, value, about)),
  ];
};

/** Days on which the report of the month before is published; the EUR token is late once and stops in the autumn. */
function reportsOf(token: Token, when: number): readonly Observation[] {
  const date = new Date(when);
  const month = date.getUTCMonth();
  const [dayOfMonth, isLast] = [date.getUTCDate(), date.getUTCFullYear() > 2026];
  if (token === unknown) return [];
  const isLate = token === usd && month === 5;
  if (dayOfMonth !== (isLate ? 8 : 28) && !(token === usd && month === 6 && dayOfMonth === 8)) return [];
  if (token === usd && month === 5) return [];
  if (token === eur && (month >= 8 || isLast)) return [];
  const asOf = new Date(Date.UTC(date.getUTCFullYear(), dayOfMonth === 8 ? month - 1 : month, 0))
    .toISOString()
    .slice(0, 10);
  const isShort = token === usd && month === 9;
  const days = token === usd && isLast && month === 1 ? '94' : '60';
  const classes = [
    { code: 'bank_deposit', share: 4_500 },
    { code: 'govt_bill_le93d', share: 5_500 },
  ];
  const figures = { asOf, publishedAt: null, currency: 'EUR', tokens: '900', totalSupply: '900', reserves: '905' };
  return [
    ...(token === eur
      ? confirmed(token, 'report', 'report', { ...figures, classes, longestDays: 60 }, when + 9 * hour)
      : []),
    ...confirmed(token, 'report', 'attestation_as_of', { date: asOf }, when + 9 * hour),
    ...confirmed(token, 'report', 'reserve_coverage_ratio', { percent: isShort ? '99.2' : '100.4' }, when + 9 * hour),
    ...confirmed(
      token,
      'report',
      'reserve_asset_classes',
      { codes: ['bank_deposit', 'govt_bill_le93d'] },
      when + 9 * hour,
    ),
    ...confirmed(token, 'report', 'reserve_max_maturity', { days, count: 'calendar' }, when + 9 * hour),
  ];
}

/** What happens on one day, after its tick. */
function eventsOf(when: number, since: ReadonlyMap<Token, string>): readonly Observation[] {
  const is = (date: string): boolean => when === at(date);
  const isDown = when >= at('2026-08-03') && when < at('2026-08-20');
  const events: Observation[] = [];
  for (const token of [usd, eur]) {
    for (const kind of ['whitepaper', 'terms', 'report'] as const)
      events.push(read(token, kind, when + 6 * hour, kind === 'report' && isDown ? 'net_error' : 'ok'));
    if (is('2026-01-02')) {
      events.push(...listedRow(token, since.get(token) ?? '', when + 7 * hour));
      events.push(states(token, 'terms', 'redemption_right', { code: 'any_holder_par_any_time' }, when + 7 * hour));
      events.push(states(token, 'terms', 'redemption_fee', { bps: '0' }, when + 7 * hour));
      events.push(states(token, 'terms', 'yield_to_holders', { code: 'none' }, when + 7 * hour));
      events.push(
        states(token, 'terms', 'redemption_settlement_time', { days: '2', count: 'business' }, when + 7 * hour),
      );
    }
    events.push(...reportsOf(token, when));
  }
  if (is('2026-01-02')) events.push(...entityRow(usd, when + 7 * hour));
  if (is('2026-06-10')) events.push(leiStatus(usd, 'LAPSED', when + 7 * hour));
  if (is('2026-07-01')) events.push(leiStatus(usd, 'ISSUED', when + 7 * hour));
  if (is('2026-04-01')) events.push(cell(when + 7 * hour, ...notifiedOn('2026-04-01'), { assetId: eur.assetId }));
  if (is('2026-06-15')) events.push(declaration(eur, ['MICA_EMT', 'MICA_SIGNIFICANT'], when + 8 * hour));
  if (is('2027-02-10')) events.push(...confirmed(usd, 'terms', 'redemption_fee', { bps: '10' }, when + 8 * hour));
  if (is('2026-01-03'))
    events.push(chain(when + 7 * hour, { assetId: usd.assetId, field: 'powers', value: ['freeze_address'] }));
  events.push(...controlEvents(usd.assetId, when));
  if (is('2026-05-11')) events.push(...confirmed(eur, 'terms', 'redemption_fee', { bps: '25' }, when + 8 * hour));
  if (is('2026-07-06')) events.push(...listedRow(unknown, since.get(unknown) ?? '', when + 7 * hour));
  if (is('2026-11-09'))
    events.push(
      row(
        when + 7 * hour,
        { sinceObservationId: since.get(eur) ?? '', subjectKey: 'ffg:FFG2', status: 'removed' },
        { assetId: eur.assetId },
      ),
    );
  if (is('2026-12-01')) events.push(declaration(usd, ['MICA_EMT', 'US_GENIUS'], when + 8 * hour));
  return events;
}

/** All observations. */
export function yearOf(): readonly Observation[] {
  const since = new Map<Token, string>(tokens.map((token) => [token, declaration(token).id]));
  const all: Observation[] = [];
  for (let when = firstDay; when <= lastDay; when += day) {
    all.push(tick(when));
    if (when === firstDay) all.push(...tokens.map((token) => declaration(token)), issuerOf(usd));
    all.push(...eventsOf(when, since));
  }
  return all;
}
