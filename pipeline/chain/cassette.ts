import { canonicalJson } from '../../schemas/values/canonical.ts';
import { parseJsonWithin } from '../../schemas/values/json-size.ts';
import { type CassetteHeader, cassetteHeaderOf } from './cassette-header.ts';
import { type Exchange, exchangeKey } from './exchange.ts';

/** A reading of a chain: what was asked of which provider, and the answers, byte for byte what is decoded later. */
export interface Cassette<H extends CassetteHeader = CassetteHeader> {
  readonly header: H;
  readonly exchanges: readonly Exchange[];
}

/** NDJSON: the header, then one exchange a line, each in canonical form. */
export function writeCassette({ header, exchanges }: Cassette): string {
  const lines = exchanges.map(({ by, request, answer }) => ({
    by,
    ...request,
    ...(answer.kind === 'result'
      ? { result: answer.result }
      : { error: { code: answer.code, message: answer.message } }),
  }));
  return `${[header, ...lines].map((line) => canonicalJson(line)).join('\n')}\n`;
}

/** Why a text is no usable cassette. */
export type CassetteRefusal =
  | 'not_json'
  | 'not_a_header'
  | 'unknown_version'
  | 'not_an_exchange'
  | 'unknown_provider'
  | 'exchange_twice'
  | 'cut_off';

export type CassetteReading =
  | { readonly ok: true; readonly cassette: Cassette }
  | { readonly ok: false; readonly refusal: CassetteRefusal; readonly line: number };

/** Parses the text of a cassette strictly. Lines count from 1. */
export function parseCassette(text: string): CassetteReading {
  const refused = (refusal: CassetteRefusal, line: number): CassetteReading => ({ ok: false, refusal, line });
  const lines = text.split('\n');
  if (lines.pop() !== '') return refused('cut_off', lines.length + 1);
  const [first, ...rest] = lines.map(parseLine);
  const header = first === notJson ? 'not_json' : cassetteHeaderOf(first);
  if (typeof header === 'string') return refused(header, 1);
  const labels = new Set<string>(header.providers);
  const seen = new Set<string>();
  const exchanges: Exchange[] = [];
  for (const [index, value] of rest.entries()) {
    const exchange = exchangeOf(value);
    if (typeof exchange === 'string') return refused(exchange, index + 2);
    if (!labels.has(exchange.by)) return refused('unknown_provider', index + 2);
    const key = exchangeKey(exchange.by, exchange.request);
    if (seen.has(key)) return refused('exchange_twice', index + 2);
    seen.add(key);
    exchanges.push(exchange);
  }
  return { ok: true, cassette: { header, exchanges } };
}

const notJson = Symbol('not JSON');

/** As much as an answer of a node may have, with its request. */
const lineLimits = { parts: 1_200_000, depth: 80 };

function parseLine(line: string): unknown {
  try {
    return parseJsonWithin(line, lineLimits);
  } catch {
    return notJson;
  }
}

type Members = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.isWellFormed();

function exchangeOf(value: unknown): Exchange | CassetteRefusal {
  if (value === notJson) return 'not_json';
  if (!isRecord(value)) return 'not_an_exchange';
  const { by, method, params, error } = value;
  if (!isText(by) || !isText(method) || !Array.isArray(params) || 'result' in value === 'error' in value) {
    return 'not_an_exchange';
  }
  const request = { method, params };
  if ('result' in value) return { by, request, answer: { kind: 'result', result: value['result'] } };
  if (!isRecord(error) || typeof error['code'] !== 'number' || typeof error['message'] !== 'string') {
    return 'not_an_exchange';
  }
  return { by, request, answer: { kind: 'error', code: error['code'], message: error['message'] } };
}
