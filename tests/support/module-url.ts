/**
 * URL to import a module by its path from the root of the repository, such as `schemas/topics.ts`: its source, or in a run of
 * `tests/run.ts` its compiled form, so that a process has each module once. `compileSources` leaves `import.meta.url` here as
 * it is.
 */
export const moduleUrl = (path: string): string =>
  new URL(`../../${isSource ? path : path.replace(/\.tsx?$/, '.js')}`, import.meta.url).href;

const isSource = import.meta.url.endsWith('.ts');

/** Arguments of a process or worker that loads modules of `moduleUrl`. */
export const loaderArguments: readonly string[] = isSource ? ['--import', 'tsx'] : [];
