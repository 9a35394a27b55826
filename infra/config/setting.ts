export type Reading<T> = { readonly value: T } | { readonly problem: string };

export interface Setting<T, F extends string | null = string | null> {
  readonly name: string;
  /** Text of the default; null if the setting may be unset. */
  readonly fallback: F;
  readonly meaning: string;
  /** Never printed; `<NAME>_FILE` may name a file with the value. */
  readonly secret?: boolean;
  readonly read: (text: string) => Reading<T>;
}

export const setting = <T, F extends string | null>(definition: Setting<T, F>): Setting<T, F> => definition;
