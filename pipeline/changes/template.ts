/** Names of the slots in a template: `'{register} lists {row}'` has `register` and `row`. */
export type Slots<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;

/**
 * A template with its slots filled; a slot without a value does not compile. A name that ends with a full stop ends the
 * sentence too.
 */
export const fill = <T extends string>(template: T, values: Readonly<Record<Slots<T>, string>>): string =>
  template.replaceAll(/\{(\w+)\}(\.?)/g, (slot, name: string, stop: string) => {
    const value = (values as Readonly<Record<string, string>>)[name];
    if (value === undefined) return slot;
    return value.endsWith('.') ? value : value + stop;
  });

/** The same facts said at four lengths. */
export interface Wording {
  readonly title: string;
  readonly headline: string;
  readonly what: string;
  readonly whatDetail: string;
}

/** Slots of a wording, whichever of its lines they are in. */
export type WordingSlots<W extends Wording> = Slots<W['title'] | W['headline'] | W['what'] | W['whatDetail']>;

/** A wording with all its slots filled. */
export function fillWording<W extends Wording>(wording: W, values: Readonly<Record<WordingSlots<W>, string>>): Wording {
  const filled = (line: string): string => fill(line, values as never);
  return {
    title: filled(wording.title),
    headline: filled(wording.headline),
    what: filled(wording.what),
    whatDetail: filled(wording.whatDetail),
  };
}
