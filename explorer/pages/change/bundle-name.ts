/** Name of the file that the bundle of a change is downloaded as; the command that checks it names the same one. */
export const bundleName = (id: string): string => `${id.replaceAll(/[^\w-]+/g, '-')}.json`;
