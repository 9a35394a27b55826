import { parseLossless } from './lossless-json.ts';
import type { RpcAnswer } from './rpc-types.ts';

/** What a body says: an answer to each request, one error for the whole batch, or nothing usable and why. */
export type BodyReading =
  | { readonly kind: 'answers'; readonly answers: readonly RpcAnswer[] }
  | { readonly kind: 'batch_refused'; readonly answer: RpcAnswer }
  | { readonly kind: 'invalid'; readonly why: string };

/**
 * Reads the body of an answer to requests with the ids 1 to `count`; a single request was not sent as a batch. `hasIds` is
 * false for nodes that leave the id out, which is possible in the answer to a single request alone.
 */
export function readAnswers(body: Buffer, count: number, hasIds = true): BodyReading {
  const parsed = parseBody(body);
  if (parsed === null) return invalid('its answer is not JSON');
  if (!hasIds && count === 1 && isRecord(parsed) && !('id' in parsed)) return readList([{ ...parsed, id: 1 }], 1);
  if (!Array.isArray(parsed)) return count === 1 ? readList([parsed], 1) : readRefusal(parsed);
  return readList(parsed, count);
}

function parseBody(body: Buffer): unknown {
  try {
    return parseLossless(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
}

/** Providers that take no batches answer with one error object. */
function readRefusal(value: unknown): BodyReading {
  const answer = isRecord(value) ? answerOf(value) : null;
  return answer?.kind === 'error'
    ? { kind: 'batch_refused', answer }
    : invalid('it answered a batch with something else than a list');
}

function readList(list: readonly unknown[], count: number): BodyReading {
  const answers: (RpcAnswer | undefined)[] = Array.from({ length: count });
  for (const member of list) {
    if (!isRecord(member)) return invalid('a member of its answer is not an object');
    const { id } = member;
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > count) {
      return invalid(`it answered a request that was not sent (id ${JSON.stringify(id ?? null).slice(0, 40)})`);
    }
    if (answers[id - 1] !== undefined) return invalid(`it answered request ${id} twice`);
    const answer = answerOf(member);
    if (answer === null) return invalid(`its answer to request ${id} has neither a result nor an error, or both`);
    answers[id - 1] = answer;
  }
  const complete = answers.filter((answer) => answer !== undefined);
  if (complete.length < count) return invalid(`it answered ${complete.length} of ${count} requests`);
  return { kind: 'answers', answers: complete };
}

function answerOf(member: Readonly<Record<string, unknown>>): RpcAnswer | null {
  const { error } = member;
  const failed = error !== undefined && error !== null;
  // Some nodes send `"error": null` beside a result; none may send both.
  if (!failed) return 'result' in member ? { kind: 'result', result: member['result'] } : null;
  if (member['result'] !== undefined && member['result'] !== null) return null;
  if (!isRecord(error) || typeof error['code'] !== 'number') return null;
  const text = typeof error['message'] === 'string' ? error['message'] : '';
  return { kind: 'error', code: error['code'], message: text.slice(0, longestMessage).toWellFormed() };
}

/** A revert reason is text of the contract's author, of any length. */
const longestMessage = 400;

const invalid = (why: string): BodyReading => ({ kind: 'invalid', why });

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
