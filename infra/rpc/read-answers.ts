import { type JsonLimits, JsonTooLarge } from '../../schemas/values/json-size.ts';
import { parseLossless } from './lossless-json.ts';
import { recordedWords } from './node-words.ts';
import type { RpcAnswer } from './rpc-types.ts';
import { isRecord } from '../../schemas/values/is-record.ts';

/** A decoded body: an answer to each request, one error for the whole batch, or the reason why it is unusable. */
export type BodyReading =
  | { readonly kind: 'answers'; readonly answers: readonly RpcAnswer[] }
  | { readonly kind: 'batch_refused'; readonly answer: RpcAnswer }
  /** `isTooLarge`: it would cost more to parse than its kind may, so the same request is not sent again. */
  | { readonly kind: 'invalid'; readonly why: string; readonly isTooLarge: boolean };

export interface ReadingOptions {
  /** Requests of the body, with the ids from 1 on; a single one was not sent as a batch. */
  readonly count: number;
  readonly limits: JsonLimits;
  /** False for nodes that leave the id out, which is possible in the answer to a single request alone. */
  readonly hasIds?: boolean;
  /** Gets each error in the node's own words, and returns those that the answer is to have. */
  readonly onError?: (code: number, text: string) => string | null;
}

/** Reads the body of an answer. */
export function readAnswers(body: Buffer, options: ReadingOptions): BodyReading {
  const { count, limits, hasIds = true, onError = () => null } = options;
  const parsed = parseBody(body, limits);
  if (parsed instanceof JsonTooLarge) {
    return { kind: 'invalid', why: `its answer ${parsed.message}, and is not parsed`, isTooLarge: true };
  }
  if (parsed === null) return invalid('its answer is not JSON');
  if (!hasIds && count === 1 && isRecord(parsed) && !('id' in parsed)) {
    return readList([{ ...parsed, id: 1 }], 1, onError);
  }
  if (!Array.isArray(parsed)) return count === 1 ? readList([parsed], 1, onError) : readRefusal(parsed, onError);
  return readList(parsed, count, onError);
}

function parseBody(body: Buffer, limits: JsonLimits): unknown {
  try {
    return parseLossless(new TextDecoder('utf-8', { fatal: true }).decode(body), limits);
  } catch (error) {
    return error instanceof JsonTooLarge ? error : null;
  }
}

type OnError = NonNullable<ReadingOptions['onError']>;

/** Providers that take no batches answer with one error object. */
function readRefusal(value: unknown, onError: OnError): BodyReading {
  const answer = isRecord(value) ? answerOf(value, onError) : null;
  return answer?.kind === 'error'
    ? { kind: 'batch_refused', answer }
    : invalid('it answered a batch with something else than a list');
}

function readList(list: readonly unknown[], count: number, onError: OnError): BodyReading {
  const answers: (RpcAnswer | undefined)[] = Array.from({ length: count });
  for (const member of list) {
    if (!isRecord(member)) return invalid('a member of its answer is not an object');
    const { id } = member;
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > count) {
      return invalid('it answered a request that was not sent');
    }
    if (answers[id - 1] !== undefined) return invalid(`it answered request ${id} twice`);
    const answer = answerOf(member, onError);
    if (answer === null) return invalid(`its answer to request ${id} has neither a result nor an error, or both`);
    answers[id - 1] = answer;
  }
  const complete = answers.filter((answer) => answer !== undefined);
  if (complete.length < count) return invalid(`it answered ${complete.length} of ${count} requests`);
  return { kind: 'answers', answers: complete };
}

function answerOf(member: Readonly<Record<string, unknown>>, onError: OnError): RpcAnswer | null {
  const { error } = member;
  const failed = error !== undefined && error !== null;
  // Some nodes send `"error": null` beside a result; none may send both.
  if (!failed) return 'result' in member ? { kind: 'result', result: member['result'] } : null;
  if (member['result'] !== undefined && member['result'] !== null) return null;
  if (!isRecord(error) || typeof error['code'] !== 'number') return null;
  const text = typeof error['message'] === 'string' ? error['message'].slice(0, longestRead) : '';
  const words = onError(error['code'], text);
  const answer = { kind: 'error', code: error['code'], message: recordedWords(text) } as const;
  return words === null ? answer : { ...answer, words };
}

/** A revert reason is text of the contract's author, of any length. Characters. */
const longestRead = 4_000;

const invalid = (why: string): BodyReading => ({ kind: 'invalid', why, isTooLarge: false });
