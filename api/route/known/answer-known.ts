import { pollHeaders } from '../poll-headers.ts';
import type { KeyedRoute } from '../route.ts';
import type { Principal } from '../../readmodel/principal.ts';
import type { Admission } from '../admission/admission.ts';
import { scopeRefusal } from '../keys/authenticate.ts';
import { namesAny, namesTag } from './if-none-match.ts';
import type { KeptBody } from './kept-body.ts';
import { answerKeyOf, type KnownAnswer, type KnownAnswers } from './known-answers.ts';
import { type Quota, quotaHeaders } from '../keys/quota.ts';

interface KnownRequest {
  readonly route: KeyedRoute;
  readonly principal: Principal;
  /** Path and query as sent. */
  readonly url: string;
  /** `If-None-Match`, empty if absent. */
  readonly condition: string;
  /** Whether the caller can send this body, null for 304; called before quota is used. */
  readonly canSend?: (body: KeptBody | null) => boolean;
}

/** A cached answer to a request. */
export interface KnownReply {
  readonly known: KnownAnswer;
  /** Null for 304: the client has the body. */
  readonly body: KeptBody | null;
  /** Quota, and the poll interval unless refused. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until the quota grants a request; null if it granted this one. */
  readonly refusedForMs: number | null;
}

/** Finds the cached answer to a request and counts it against the quota; null if the handler has to answer. */
export type AnswerKnown = (request: KnownRequest) => KnownReply | null;

export interface AnswerKnownDependencies {
  readonly admission: Admission;
  readonly knownAnswers: KnownAnswers;
  /** Requests of a key; null for no limit. */
  readonly quota: Quota | null;
}

/** A client has one tag, or a few. Comparing more than that takes time, and costs quota. */
const longestCondition = 1_024;

/** The one rule for cached answers: the guard and the fast path before it both use it. */
export const createAnswerKnown =
  ({ admission, knownAnswers, quota }: AnswerKnownDependencies): AnswerKnown =>
  ({ route, principal, url, condition, canSend }) => {
    const key = scopeRefusal(route, principal) === null ? answerKeyOf(route, url, principal) : null;
    const known = key === null ? null : knownAnswers.find(key);
    if (known === null || condition.length > longestCondition || namesAny(condition)) return null;
    const isUnchanged = namesTag(condition, known.tag);
    const body = isUnchanged ? null : known.body;
    if ((!isUnchanged && body === null) || canSend?.(body) === false) return null;
    const { standing, refusedForMs } = count(quota, principal, body);
    const poll = refusedForMs === null ? pollHeaders(route, admission) : {};
    return { known, body, headers: { ...standing, ...poll }, refusedForMs };
  };

/** An unchanged answer costs no quota (conformance G-22). */
function count(
  quota: Quota | null,
  { keyId }: Principal,
  body: KeptBody | null,
): { readonly standing: Readonly<Record<string, string>>; readonly refusedForMs: number | null } {
  if (quota === null) return { standing: {}, refusedForMs: null };
  if (body === null) return { standing: quotaHeaders(quota.standing(keyId)), refusedForMs: null };
  const { standing, refusedForMs } = quota.take(keyId);
  return { standing: quotaHeaders(standing), refusedForMs };
}
