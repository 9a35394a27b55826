export interface Options {
  readonly suite: 'default' | 'long' | 'browser';
  /** Prints what took most processor time. */
  readonly times: boolean;
  /** Parts of paths; all files without one. */
  readonly filters: readonly string[];
}

/** @throws Error that names an unknown option */
export function optionsOf(given: readonly string[]): Options {
  const unknown = given.find((one) => one.startsWith('-') && !['--long', '--browser', '--times'].includes(one));
  if (unknown !== undefined) {
    throw new Error(`${unknown} is no option: there are --long, --browser and --times; other arguments filter paths`);
  }
  return {
    suite: given.includes('--long') ? 'long' : given.includes('--browser') ? 'browser' : 'default',
    times: given.includes('--times'),
    filters: given.filter((one) => !one.startsWith('-')),
  };
}
