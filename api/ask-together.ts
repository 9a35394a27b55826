/** Ids of one question, beyond which the next one is begun: they travel in a URL, and servers limit its length. */
const mostIds = 1_000;

/**
 * One question at a time, for all ids asked about while the one before was under way: however many ask, they occupy one
 * connection. A failure is told to all who wait for it, and the next question is asked anew.
 */
export function askTogether<A>(ask: (ids: readonly string[]) => Promise<A>): (ids: readonly string[]) => Promise<A> {
  let gathering: { readonly ids: Set<string>; readonly answer: Promise<A> } | null = null;
  let before: Promise<unknown> = Promise.resolve();
  return (given) => {
    if (gathering === null || gathering.ids.size + given.length > mostIds) {
      const ids = new Set<string>();
      const answer = before.then(() => {
        if (gathering?.ids === ids) gathering = null;
        return ask([...ids]);
      });
      before = answer.catch(() => undefined);
      gathering = { ids, answer };
    }
    for (const id of given) gathering.ids.add(id);
    return gathering.answer;
  };
}
