import { Random } from './random.ts';

/** Makes the random numbers of a stream; `whose` has who draws. */
export type CreateRandom = (seed: number, stream: number, whose: () => string) => Random;

/** The numbers of a seed, in the order in which they are drawn. */
export const createSeededRandom: CreateRandom = (seed, stream) => new Random(seed, stream);

/** Words that were drawn in a run, by stream and by who drew them. */
export type DrawnWords = Map<string, number[]>;

const keyOf = (stream: number, whose: string): string => `${stream} ${whose}`;

/** The numbers of a seed, which it also adds to the recording. */
export const createRecordedRandom =
  (recording: DrawnWords): CreateRandom =>
  (seed, stream, whose) =>
    new RecordedRandom(recording, () => keyOf(stream, whose()), new Random(seed, stream));

class RecordedRandom extends Random {
  readonly #recording: DrawnWords;
  readonly #key: () => string;
  readonly #drawn: Random;

  constructor(recording: DrawnWords, key: () => string, drawn: Random) {
    super(0);
    [this.#recording, this.#key, this.#drawn] = [recording, key, drawn];
  }

  override word(): number {
    const word = this.#drawn.word();
    const key = this.#key();
    const words = this.#recording.get(key);
    if (words === undefined) this.#recording.set(key, [word]);
    else words.push(word);
    return word;
  }
}

/** Share of the words that another schedule draws again. */
const redrawnShare = 0.05;

/**
 * Everyone draws what the recording has of it, and new numbers behind its end: the numbers of one do not depend on what others draw.
 * Another schedule than 0 draws some of the recorded words again.
 */
export const createReplayedRandom =
  (recording: DrawnWords, schedule: number): CreateRandom =>
  (seed, stream, whose) =>
    new ReplayedRandom(recording, () => keyOf(stream, whose()), { seed, schedule });

class ReplayedRandom extends Random {
  readonly #recording: DrawnWords;
  readonly #key: () => string;
  readonly #plan: { readonly seed: number; readonly schedule: number };
  readonly #streams = new Map<
    string,
    { place: number; readonly recorded: readonly number[]; readonly fresh: Random }
  >();

  constructor(recording: DrawnWords, key: () => string, plan: { readonly seed: number; readonly schedule: number }) {
    super(0);
    [this.#recording, this.#key, this.#plan] = [recording, key, plan];
  }

  override word(): number {
    const stream = this.#stream(this.#key());
    const word = stream.recorded[stream.place++];
    const isRedrawn = this.#plan.schedule !== 0 && stream.fresh.chance(redrawnShare);
    return word === undefined || isRedrawn ? stream.fresh.word() : word;
  }

  #stream(key: string) {
    const { seed, schedule } = this.#plan;
    const known = this.#streams.get(key);
    if (known !== undefined) return known;
    const fresh = new Random(seed ^ schedule, hashOf(key));
    const stream = { place: 0, recorded: this.#recording.get(key) ?? [], fresh };
    this.#streams.set(key, stream);
    return stream;
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
