/** What reading the evidence again gives. */
export interface ReadAgain {
  /**
   * `given`: the bytes give the value. `proven`: the state root of a block proves it as well. `stated`: nothing was read; the
   * operator, or the clock of the service, states it. `not_proved`: it cannot be computed from what is here. `broken`: the
   * evidence gives another value, or none.
   */
  readonly state: 'given' | 'proven' | 'stated' | 'not_proved' | 'broken';
  /** What was done and found, or why nothing could be, as a sentence part. */
  readonly why: string;
}

export const given = (why: string): ReadAgain => ({ state: 'given', why });
export const stated = (why: string): ReadAgain => ({ state: 'stated', why });
export const notProved = (why: string): ReadAgain => ({ state: 'not_proved', why });
export const broken = (why: string): ReadAgain => ({ state: 'broken', why });
