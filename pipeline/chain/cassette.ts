import { canonicalJson } from '../../schemas/values/canonical.ts';
import { fileLimits } from '../../schemas/file-limits.ts';
import { parseJsonWithin } from '../../schemas/values/json-size.ts';
import { textLines } from '../../schemas/values/text-lines.ts';
import { type CassetteHeader, cassetteHeaderOf } from './cassette-header.ts';
import { type Exchange, exchangeKey } from './exchange.ts';
import { isRecord } from '../../schemas/values/is-record.ts';

/** A reading of a chain: the requests to each provider, and the answers byte for byte, from which facts are decoded later. */
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
  | 'too_many'
  | 'cut_off';

export type CassetteReading =
  | { readonly ok: true; readonly cassette: Cassette }
  | { readonly ok: false; readonly refusal: CassetteRefusal; readonly line: number };

/** Parses the text of a cassette with at most `most` exchanges, strictly. Lines count from 1. */
export function parseCassette(text: string, most: number = fileLimits.cassette.exchanges): CassetteReading {
  const refused = (refusal: CassetteRefusal, line: number): CassetteReading => ({ ok: false, refusal, line });
  if (!text.endsWith('\n') && text !== '') return refused('cut_off', lineCount(text));
  const lines = textLines(text.slice(0, -1));
  const first = parseLine(lines.next().value ?? '');
  const header = first === notJson && text !== '' ? 'not_json' : cassetteHeaderOf(first);
  if (typeof header === 'string') return refused(header, 1);
  const labels = new Set<string>(header.providers);
  const seen = new Set<string>();
  const exchanges: Exchange[] = [];
  let number = 1;
  for (const line of lines) {
    number += 1;
    if (exchanges.length === most) return refused('too_many', number);
    const exchange = exchangeOf(parseLine(line));
    if (typeof exchange === 'string') return refused(exchange, number);
    if (!labels.has(exchange.by)) return refused('unknown_provider', number);
    const key = exchangeKey(exchange.by, exchange.request);
    if (seen.has(key)) return refused('exchange_twice', number);
    seen.add(key);
    exchanges.push(exchange);
  }
  return { ok: true, cassette: { header, exchanges } };
}

/** The number of the last line, from 1. */
function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

const notJson = Symbol('not JSON');

const { lineParts: parts, depth } = fileLimits.cassette;

function parseLine(line: string): unknown {
  try {
    return parseJsonWithin(line, { parts, depth });
  } catch {
    return notJson;
  }
}

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
