/** CSS selectors of profiles, matched against the paths of a reading instead of a page. */
import { compile } from 'css-select';
import { type AnyNode, Element } from 'domhandler';

/** Why a selector is invalid, as a sentence; null when it is valid. */
export function selectorProblem(selector: string): string | null {
  try {
    compile(selector);
    return null;
  } catch (error) {
    return `${JSON.stringify(selector)} is not a CSS selector: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Attributes of the last element that its path does not state. */
type Attributes = Readonly<Record<string, string>>;

/** A check of paths; the selector must be valid. A path has the last 32 elements and up to four classes of each. */
export function selectorMatch(selector: string): (path: string, attributes?: Attributes) => boolean {
  const isMatch = compile<AnyNode, Element>(selector);
  return (path, attributes = {}) => {
    const element = elementAt(path, attributes);
    return element !== null && isMatch(element);
  };
}

/** Siblings before an element are made up to this position, for `:nth-of-type`. */
const mostSiblings = 1_000;

/** The chain of elements that a path names; null for a path that is none. */
function elementAt(path: string, attributes: Attributes): Element | null {
  let parent: Element | null = null;
  for (const step of path.split('>')) {
    const read = /^([^#.:]+)(?:#([^.:]+))?((?:\.[^.:]+)*)(?::nth-of-type\((\d{1,7})\))?$/.exec(step);
    if (read === null) return null;
    const [, name = '', id, classes = '', position = '1'] = read;
    const element: Element = new Element(name, {
      ...(id === undefined ? {} : { id }),
      ...(classes === '' ? {} : { class: classes.slice(1).replaceAll('.', ' ') }),
    });
    if (parent !== null) place(element, parent, Math.min(Number(position), mostSiblings));
    parent = element;
  }
  if (parent !== null) Object.assign(parent.attribs, attributes);
  return parent;
}

function place(element: Element, parent: Element, position: number): void {
  const siblings = Array.from({ length: position - 1 }, () => new Element(element.name, {}));
  for (const child of [...siblings, element]) {
    child.parent = parent;
    child.prev = parent.children.at(-1) ?? null;
    if (child.prev !== null) child.prev.next = child;
    parent.children.push(child);
  }
}
