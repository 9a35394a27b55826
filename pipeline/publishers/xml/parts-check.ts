import type { XmlElement } from './xml-element.ts';

/** Known attributes and children of an element; absent means none. */
export interface KnownParts {
  readonly attributes?: readonly string[];
  readonly children?: Readonly<Record<string, KnownParts>>;
}

/** Compares the parts of a document with the known ones. Paths are `sdnEntry/idList/id`, attributes `…/@kind`. */
export interface PartsCheck {
  /** Adds a record found at a path. */
  readonly note: (record: XmlElement, path: string) => void;
  /** Adds a part outside records. */
  readonly noteOther: (path: string) => void;
  /** Unknown paths without repeats, in document order; at most a thousand. */
  readonly unknown: () => readonly string[];
  /**
   * The first of these known parts that the document lacks while it has a similar unknown part in the same place: the
   * source renamed it. Elements are similar when both are empty or share a part. Null when none was renamed.
   */
  readonly renamed: (parts: readonly string[]) => { readonly known: string; readonly unknown: string } | null;
}

interface Part {
  readonly path: string;
  seen: boolean;
  readonly attributes: ReadonlyMap<string, { readonly path: string; seen: boolean }>;
  readonly children: ReadonlyMap<string, Part>;
}

const mostUnknown = 1000;

export function partsCheck(records: Readonly<Record<string, KnownParts>>): PartsCheck {
  const parts = new Map(Object.entries(records).map(([path, known]) => [path, partOf(path, known)]));
  /** Names inside the first unknown part at each path; null for parts outside records, whose content is skipped. */
  const unknown = new Map<string, readonly string[] | null>();
  const found = (path: string, holds: readonly string[] | null): void => {
    if (unknown.size < mostUnknown && !unknown.has(path)) unknown.set(path, holds);
  };
  return {
    note: (record, path) => {
      const part = parts.get(path);
      if (part !== undefined) walk(record, part, found);
    },
    noteOther: (path) => found(path, null),
    unknown: () => [...unknown.keys()],
    renamed: (usual) => {
      const all = new Map([...parts.values()].flatMap(allOf));
      for (const known of usual) {
        const part = all.get(known);
        if (part?.seen !== false) continue;
        const instead = [...unknown].find(([path, holds]) => areAlike(path, holds, known, part.holds));
        if (instead !== undefined) return { known, unknown: instead[0] };
      }
      return null;
    },
  };
}

type OnUnknown = (path: string, holds: readonly string[]) => void;

const heldBy = ({ attributes, children }: XmlElement): readonly string[] => [
  ...Object.keys(attributes).map((name) => `@${name}`),
  ...children.map(({ name }) => name),
];

function areAlike(
  path: string,
  holds: readonly string[] | null,
  known: string,
  knownHolds: readonly string[],
): boolean {
  if (placeOf(path) !== placeOf(known) || isAttribute(path) !== isAttribute(known)) return false;
  if (holds === null) return true;
  if (knownHolds.length === 0) return holds.length === 0;
  return holds.length > 0 && holds.filter((name) => knownHolds.includes(name)).length * 2 >= holds.length;
}

function partOf(path: string, { attributes = [], children = {} }: KnownParts): Part {
  return {
    path,
    seen: false,
    attributes: new Map(attributes.map((name) => [name, { path: `${path}/@${name}`, seen: false }])),
    children: new Map(Object.entries(children).map(([name, known]) => [name, partOf(`${path}/${name}`, known)])),
  };
}

function walk({ attributes, children, text }: XmlElement, part: Part, onUnknown: OnUnknown): void {
  part.seen = true;
  for (const name in attributes) {
    const known = part.attributes.get(name);
    if (known === undefined) onUnknown(`${part.path}/@${name}`, []);
    else known.seen = true;
  }
  if (children.length > 0 && text !== '') onUnknown(`${part.path}/text`, []);
  for (const child of children) {
    const known = part.children.get(child.name);
    if (known === undefined) onUnknown(`${part.path}/${child.name}`, heldBy(child));
    else walk(child, known, onUnknown);
  }
}

interface Summary {
  readonly seen: boolean;
  readonly holds: readonly string[];
}

const allOf = ({ path, seen, attributes, children }: Part): readonly (readonly [string, Summary])[] => [
  [path, { seen, holds: [...[...attributes.keys()].map((name) => `@${name}`), ...children.keys()] }],
  ...[...attributes.values()].map((one) => [one.path, { seen: one.seen, holds: [] }] as const),
  ...[...children.values()].flatMap(allOf),
];

const placeOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const isAttribute = (path: string): boolean => path.slice(path.lastIndexOf('/') + 1).startsWith('@');
