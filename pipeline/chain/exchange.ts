import { canonicalJson } from '../../schemas/values/canonical.ts';

/** One request to a node. */
export interface ChainRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What the node answered. */
export type ChainAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly message: string;
      /** The node's own words, for the operator who has the node asked. A cassette has none. */
      readonly words?: string;
    };

/** A request with the answer of one provider. */
export interface Exchange {
  /** Label of the provider. */
  readonly by: string;
  readonly request: ChainRequest;
  readonly answer: ChainAnswer;
}

/**
 * What to read, and what it means: yields requests that may be sent together, receives their answers in the same order,
 * returns the state. It knows neither HTTP nor files, so a live reading and a replay of its exchanges run the same code.
 */
export type Plan<T> = Generator<readonly ChainRequest[], T, readonly ChainAnswer[]>;

/** The key of an exchange: by whom, and what exactly was asked. */
export const exchangeKey = (by: string, request: ChainRequest): string => `${by} ${requestText(request)}`;

function requestText(request: ChainRequest): string {
  let text = requestTexts.get(request);
  if (text === undefined) {
    text = canonicalJson([request.method, request.params]);
    requestTexts.set(request, text);
  }
  return text;
}

/** A request carries the addresses and code of hundreds of accounts, and its key is needed where it is parsed and replayed. */
const requestTexts = new WeakMap<ChainRequest, string>();

/** Runs several plans side by side: each round of requests of all of them is one. */
export function* together<T>(plans: readonly Plan<T>[]): Plan<readonly T[]> {
  const results: T[] = Array.from({ length: plans.length });
  let waiting = plans.map((plan, index) => ({ plan, index, step: plan.next() }));
  for (;;) {
    const open: { readonly plan: Plan<T>; readonly index: number; readonly requests: readonly ChainRequest[] }[] = [];
    const asked: ChainRequest[] = [];
    for (const { plan, index, step } of waiting) {
      if (step.done === true) results[index] = step.value;
      else {
        open.push({ plan, index, requests: step.value });
        for (const request of step.value) asked.push(request);
      }
    }
    if (open.length === 0) return results;
    const answers = yield asked;
    let at = 0;
    waiting = open.map(({ plan, index, requests }) => {
      const own = answers.slice(at, at + requests.length);
      at += requests.length;
      return { plan, index, step: plan.next(own) };
    });
  }
}

/** Runs two plans side by side. */
export function* both<A, B>(first: Plan<A>, second: Plan<B>): Plan<readonly [A, B]> {
  return (yield* together<A | B>([first, second])) as unknown as readonly [A, B];
}

export type Replay<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly missing: ChainRequest };

/** Runs a plan against recorded exchanges. A request without a recorded answer ends it. */
export function replay<T>(plan: Plan<T>, by: string, exchanges: readonly Exchange[]): Replay<T> {
  const answers = new Map<string, ChainAnswer>();
  for (const exchange of exchanges) if (exchange.by === by) answers.set(requestText(exchange.request), exchange.answer);
  let step = plan.next();
  while (step.done !== true) {
    const found: ChainAnswer[] = [];
    for (const request of step.value) {
      const answer = answers.get(requestText(request));
      if (answer === undefined) return { ok: false, missing: request };
      found.push(answer);
    }
    step = plan.next(found);
  }
  return { ok: true, value: step.value };
}
