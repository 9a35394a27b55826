import { oneLine } from '../xml/xml-element.ts';

/** A record of a file, independent of the file's format. Paths are those of the XML, separated by dots. */
export interface SourceRecord {
  /** Text at a path, on one line; empty when there is none. */
  readonly text: (path: string) => string;
  /** All elements at a repeated path, in document order. */
  readonly list: (path: string) => readonly RecordItem[];
  /** Names of the elements directly below a path. */
  readonly namesBelow: (path: string) => readonly string[];
  /** Whether the record carries GLEIF's mark of a deletion. */
  readonly isDeleted: boolean;
}

export interface RecordItem {
  readonly text: string;
  readonly attribute: (name: string) => string;
  readonly child: (name: string) => string;
}

/** An element of XML or JSON, its name without prefix. */
export interface Element {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: Element[];
  text: string;
}

export const element = (name: string): Element => ({ name, attributes: new Map(), children: [], text: '' });

/** The record that an element holds. */
export function recordOf(root: Element): SourceRecord {
  return {
    text: (path) => oneLine(at(root, path.split('.'))[0]?.text ?? ''),
    list: (path) => itemsAt(root, path.split('.')).map(itemOf),
    namesBelow: (path) =>
      at(root, path === '' ? [] : path.split('.')).flatMap(({ children }) => children.map(({ name }) => name)),
    isDeleted: root.children.some((child) => child.name === 'Extension' && holdsDeletion(child)),
  };
}

const at = (root: Element, path: readonly string[]): readonly Element[] =>
  path.reduce<readonly Element[]>(
    (elements, name) => elements.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [root],
  );

/** JSON may omit the level between a list and its members, and repeat the list's own name instead. */
function itemsAt(root: Element, path: readonly string[]): readonly Element[] {
  const last = path.at(-1);
  const parents = at(root, path.slice(0, -1));
  const members = parents.flatMap(({ children }) => children.filter(({ name }) => name === last));
  return members.length > 0
    ? members
    : parents.filter(({ name, children }) => name === `${last}s` && children.length > 0);
}

const itemOf = (item: Element): RecordItem => ({
  text: oneLine(item.text),
  attribute: (name) => oneLine(item.attributes.get(name) ?? ''),
  child: (name) => oneLine(at(item, [name])[0]?.text ?? ''),
});

const holdsDeletion = ({ children }: Element): boolean =>
  children.some((child) => child.name === 'Deletion' || holdsDeletion(child));
