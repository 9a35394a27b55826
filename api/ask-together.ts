import { setTimeout as pause } from 'node:timers/promises';

/** Ids of one question, beyond which the next one is begun: they travel in a URL, and servers limit its length. */
const mostIds = 1_000;

/**
 * One question at a time, for all ids asked about while the one before was under way: however many ask, they occupy one
 * connection. A failure is told to all who wait for it, and the next question is asked anew.
 *
 * `regatherMs`: where there was a question before, the next one waits so long for those who were just answered, and ask
 * about their next ids at once. Without it, clients that ask all the time form two groups, each of which waits while the
 * other is served.
 */
export function askTogether<A>(
  ask: (ids: readonly string[]) => Promise<A>,
  regatherMs = 0,
): (ids: readonly string[]) => Promise<A> {
  let gathering: { readonly ids: Set<string>; readonly answer: Promise<A> } | null = null;
  let before: Promise<unknown> | null = null;

  const begin = (): { readonly ids: Set<string>; readonly answer: Promise<A> } => {
    const ids = new Set<string>();
    const askNow = (): Promise<A> => {
      if (gathering?.ids === ids) gathering = null;
      return ask([...ids]);
    };
    const regather = regatherMs === 0 ? null : (): Promise<void> => pause(regatherMs);
    const turn = before === null ? Promise.resolve() : regather === null ? before : before.then(regather);
    const answer = turn.then(askNow);
    const over = answer.then(nothing, nothing).then(() => {
      if (before === over) before = null;
    });
    before = over;
    return { ids, answer };
  };

  return (given) => {
    if (gathering === null || gathering.ids.size + given.length > mostIds) gathering = begin();
    for (const id of given) gathering.ids.add(id);
    return gathering.answer;
  };
}

const nothing = (): void => undefined;
