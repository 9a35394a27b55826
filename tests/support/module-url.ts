/**
 * URL to import a module by its path from the root of the repository, such as `schemas/topics.ts`: its source, or in a run of
 * `tests/run.ts` its compiled form, so that a process has each module once. `compileSources` leaves `import.meta.url` here as
 * it is.
 */
export const moduleUrl = (path: string): string => {
  const own = import.meta.url;
  return new URL(`../../${own.endsWith('.ts') ? path : path.replace(/\.ts$/, '.js')}`, own).href;
};
