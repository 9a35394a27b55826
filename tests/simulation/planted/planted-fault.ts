/** A fault that is put into the program while it is bundled. `npm run sim:prove` must find every one. */
export interface PlantedFault {
  readonly name: string;
  /** The world that finds it. */
  readonly world: string;
  /** What is wrong with the program then. */
  readonly what: string;
  /** The seeds, from 1 on, within which it must be found. */
  readonly within: number;
  readonly edits: readonly Edit[];
}

interface Edit {
  /** Path from the root. */
  readonly file: string;
  /** Text that the file contains once. */
  readonly find: string;
  readonly replace: string;
}

/** Makes faults that replace one text, for a world that must find each within so many seeds. */
export const plantedIn =
  (world: string, within: number) =>
  (name: string, what: string, file: string, find: string, replace: string): PlantedFault => ({
    name,
    world,
    what,
    within,
    edits: [{ file, find, replace }],
  });
