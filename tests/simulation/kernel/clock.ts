/** The clock of the simulated process whose thread runs, milliseconds since 1970: the bundler replaces `Date`. */
export const clock = (): number => Date.now();
