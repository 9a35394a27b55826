/** An element with its content. */
export interface XmlElement {
  /** Local name; `prefix:name` when its namespace is not that of the document's root. */
  readonly name: string;
  /** By name, without namespace declarations and `xsi:` attributes. An object without prototype. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text directly in it, CDATA included, as written; empty when it is whitespace between children. */
  readonly text: string;
  /** Line of the document on which its opening tag ends. */
  readonly line: number;
}

/** Children of a name, in document order. */
export const childrenNamed = ({ children }: XmlElement, name: string): readonly XmlElement[] =>
  children.filter((child) => child.name === name);

/** Text of the first child of a name, on one line; empty when there is none. */
export const childText = ({ children }: XmlElement, name: string): string =>
  oneLine(children.find((child) => child.name === name)?.text ?? '');

/** Texts of the children of a name, on one line each, without empty ones. */
export const childTexts = (element: XmlElement, name: string): readonly string[] =>
  childrenNamed(element, name)
    .map(({ text }) => oneLine(text))
    .filter((text) => text !== '');

/** An attribute's text on one line; empty when the element does not have it. */
export const attributeText = ({ attributes }: XmlElement, name: string): string => oneLine(attributes[name] ?? '');

/** A text on one line: trimmed, every run of whitespace replaced by one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
