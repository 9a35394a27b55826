import { canonicalJson } from '../../schemas/values/canonical.ts';
import { type Exchange, exchangeKey } from './exchange.ts';

/** The block that everything was read at. */
export interface ChainBlock {
  readonly number: number;
  /** `0x` and 64 hex digits. */
  readonly hash: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

interface CassetteHeader {
  /** Version of the format. */
  readonly cassette: 1;
  /** CAIP-2 id. */
  readonly chain: string;
  /** The read plan that made the requests. */
  readonly plan: string;
  readonly block: ChainBlock;
  /** Labels of the providers that answered. */
  readonly providers: readonly string[];
  readonly assets: readonly AssetToRead[];
}

/** An asset of a reading. */
export interface AssetToRead {
  readonly assetId: string;
  /** Lower case on EVM chains. */
  readonly address: string;
  /** Namespace of its CAIP-19 id, as `erc20`. */
  readonly standard: string;
}

/** A reading of a chain: what was asked of which provider, and the answers, byte for byte what is decoded later. */
export interface Cassette {
  readonly header: CassetteHeader;
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
  const header = first === undefined ? 'not_a_header' : headerOf(first);
  if (typeof header === 'string') return refused(header, 1);
  const seen = new Set<string>();
  const exchanges: Exchange[] = [];
  for (const [index, value] of rest.entries()) {
    const exchange = exchangeOf(value);
    if (typeof exchange === 'string') return refused(exchange, index + 2);
    if (!header.providers.includes(exchange.by)) return refused('unknown_provider', index + 2);
    const key = exchangeKey(exchange.by, exchange.request);
    if (seen.has(key)) return refused('exchange_twice', index + 2);
    seen.add(key);
    exchanges.push(exchange);
  }
  return { ok: true, cassette: { header, exchanges } };
}

const notJson = Symbol('not JSON');

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return notJson;
  }
}

type Members = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.isWellFormed();

function headerOf(value: unknown): CassetteHeader | CassetteRefusal {
  if (value === notJson) return 'not_json';
  if (!isRecord(value) || !('cassette' in value)) return 'not_a_header';
  if (value['cassette'] !== 1) return 'unknown_version';
  const { chain, plan, block, providers, assets } = value;
  const wellFormed =
    isText(chain) && isText(plan) && isBlock(block) && isListOf(providers, isText) && isListOf(assets, isAsset);
  if (!wellFormed) return 'not_a_header';
  // Members in the order of the type, whatever their order in the file: output made of them has the same bytes.
  const { number, hash, timestamp } = block;
  const inOrder = assets.map(({ assetId, address, standard }) => ({ assetId, address, standard }));
  return { cassette: 1, chain, plan, block: { number, hash, timestamp }, providers, assets: inOrder };
}

const isListOf = <T>(value: unknown, is: (member: unknown) => member is T): value is readonly T[] =>
  Array.isArray(value) && value.length > 0 && value.every(is);

const isBlock = (value: unknown): value is ChainBlock =>
  isRecord(value) &&
  isCount(value['number']) &&
  isCount(value['timestamp']) &&
  /^0x[0-9a-f]{64}$/.test(String(value['hash']));

const isAsset = (value: unknown): value is AssetToRead =>
  isRecord(value) && isText(value['assetId']) && isText(value['address']) && isText(value['standard']);

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
