/** Resolves the namespaces of a document's names, element by element. */
export interface Namespaces {
  /** Enters an element. Its `attributes` may declare prefixes. */
  readonly enter: (attributes: Readonly<Record<string, string>>, declares: boolean) => void;
  readonly leave: () => void;
  /** Namespace of an element's name; empty for none, null for an undeclared prefix. */
  readonly of: (name: string) => string | null;
}

/** Scopes of namespace declarations. Elements without declarations, which is nearly all, cost nothing. */
export function namespaces(): Namespaces {
  const scopes: { readonly depth: number; readonly prefixes: ReadonlyMap<string, string> }[] = [];
  let depth = 0;
  let current: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);
  const outermost = current;
  return {
    enter: (attributes, declares) => {
      depth += 1;
      if (!declares) return;
      const prefixes = new Map(current);
      for (const name of Object.keys(attributes)) {
        const prefix = declaredPrefix(name);
        if (prefix !== null) prefixes.set(prefix, (attributes[name] ?? '').trim());
      }
      scopes.push({ depth, prefixes });
      current = prefixes;
    },
    leave: () => {
      if (scopes.at(-1)?.depth === depth) {
        scopes.pop();
        current = scopes.at(-1)?.prefixes ?? outermost;
      }
      depth -= 1;
    },
    of: (name) => {
      const colon = name.indexOf(':');
      return colon < 0 ? (current.get('') ?? '') : (current.get(name.slice(0, colon)) ?? null);
    },
  };
}

/** Prefix that an attribute declares, empty for the default namespace; null for an attribute that declares none. */
export function declaredPrefix(attribute: string): string | null {
  if (attribute === 'xmlns') return '';
  return attribute.startsWith('xmlns:') ? attribute.slice(6) : null;
}
