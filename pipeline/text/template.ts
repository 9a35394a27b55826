/** Names of the slots in a template: `'{register} lists {row}'` has `register` and `row`. */
export type Slots<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;

/**
 * Fills the slots of a template; a slot without a value does not compile. A value that ends with a full stop absorbs the
 * full stop of the template after it.
 */
export function fill<T extends string>(template: T, values: Readonly<Record<Slots<T>, string>>): string {
  const known = values as Readonly<Record<string, string>>;
  let text = '';
  let from = 0;
  let open = template.indexOf('{');
  while (open !== -1) {
    const close = template.indexOf('}', open);
    if (close === -1) break;
    const value = known[template.slice(open + 1, close)];
    if (value !== undefined) {
      text += template.slice(from, open) + value;
      from = value.endsWith('.') && template[close + 1] === '.' ? close + 2 : close + 1;
    }
    open = template.indexOf('{', Math.max(from, open + 1));
  }
  return text + template.slice(from);
}

/** The same facts at four lengths. */
export interface Wording {
  readonly title: string;
  readonly headline: string;
  readonly what: string;
  readonly whatDetail: string;
}

/** Slots of all lines of a wording. */
export type WordingSlots<W extends Wording> = Slots<W['title'] | W['headline'] | W['what'] | W['whatDetail']>;

/** Fills the slots of all lines of a wording. */
export function fillWording<W extends Wording>(wording: W, values: Readonly<Record<WordingSlots<W>, string>>): Wording {
  const filled = (line: string): string => fill(line, values as never);
  return {
    title: filled(wording.title),
    headline: filled(wording.headline),
    what: filled(wording.what),
    whatDetail: filled(wording.whatDetail),
  };
}
