import { memberPath } from '../../schemas/values/reasons.ts';

/** An object or a list that is open at a place of the text. */
interface Open {
  readonly path: string;
  /** Names so far; null for a list. */
  readonly names: Set<string> | null;
  /** Name or index of the member that is being read. */
  at: string | number;
}

const token = /"(?:[^"\\]|\\.)*"?|[{}[\],:]/g;

/**
 * Path of the first member that occurs twice in its object; null if there is none. `JSON.parse` keeps the last one, other
 * parsers the first. The text must be valid JSON; any depth is safe.
 */
export function repeatedMember(text: string): string | null {
  const open: Open[] = [];
  let name: string | null = null;
  for (const [part] of text.matchAll(token)) {
    const inner = open.at(-1);
    if (part === '{' || part === '[') {
      const path = inner === undefined ? '' : memberPath(inner.path, inner.at);
      open.push(part === '{' ? { path, names: new Set(), at: '' } : { path, names: null, at: 0 });
    } else if (part === '}' || part === ']') open.pop();
    else if (part === ',' && typeof inner?.at === 'number') inner.at += 1;
    else if (part === ':' && inner?.names !== null && inner !== undefined && name !== null) {
      if (inner.names.has(name)) return memberPath(inner.path, name);
      inner.names.add(name);
      inner.at = name;
    }
    name = part.startsWith('"') ? (JSON.parse(part) as string) : null;
  }
  return null;
}
