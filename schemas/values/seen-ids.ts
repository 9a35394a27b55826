/** The ids of the last observations of a fact, as every reader remembers them that ignores a repeated observation. */

/** First characters of the ids, oldest first, each of the same width: one string is small in the state. */
interface SeenIds {
  readonly seen: string;
}

/** 64 bits of an id are enough to distinguish the last observations of one fact. */
const idCharacters = 16;
const idsRemembered = 64;

const shortId = (id: string): string => id.slice(0, idCharacters).padEnd(idCharacters);

/** Whether the observation is one of the last. The ids have one width, so each begins at a multiple of it. */
export function hasSeen({ seen }: SeenIds, observationId: string): boolean {
  const id = shortId(observationId);
  for (let at = 0; at < seen.length; at += idCharacters) if (seen.startsWith(id, at)) return true;
  return false;
}

/** The ids of the last observations with one more. */
export const rememberedIds = (earlier: SeenIds | undefined, id: string): string =>
  `${earlier?.seen ?? ''}${shortId(id)}`.slice(-idCharacters * idsRemembered);

/** How many observations of the fact are remembered. */
export const idsIn = ({ seen }: SeenIds): number => seen.length / idCharacters;
