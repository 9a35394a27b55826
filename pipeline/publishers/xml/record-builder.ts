import type { SaxesTagPlain } from 'saxes';
import { declaredPrefix, namespaces } from './namespaces.ts';
import { NotReadable } from './not-readable.ts';
import type { XmlElement } from './xml-element.ts';
import { fileLimits, isItTheFile } from '../../../schemas/file-limits.ts';

/** Paths of a document's records. */
export interface XmlLayout {
  /** Local name of the root element. */
  readonly root: string;
  /** Names of the elements from below the root to a record, separated by slashes: `ENTITIES/ENTITY`. */
  readonly records: readonly string[];
}

/** The root element without its content. */
export type XmlRoot = Pick<XmlElement, 'name' | 'attributes'> & {
  /** Empty for none. */
  readonly namespace: string;
};

export interface RecordBuilder {
  /** `line` and `position` are those of the end of the tag. */
  readonly open: (tag: SaxesTagPlain, line: number, position: number) => void;
  readonly close: () => void;
  readonly text: (text: string) => void;
  readonly root: () => XmlRoot | null;
  /** Paths of elements and texts outside records that the layout lacks, without repeats; at most twenty. */
  readonly unknown: () => readonly string[];
}

interface OpenElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: OpenElement[];
  text: string;
  line: number;
}

const xmlLimits = fileLimits.xml;

/** Most unknown paths that are reported. */
const maximumUnknownPaths = 20;

/** Builds one record at a time from the tags of a document and passes it on. Retains no record. */
export function recordBuilder(layout: XmlLayout, onRecord: (record: XmlElement, path: string) => void): RecordBuilder {
  const records = new Set(layout.records);
  const containers = new Set(layout.records.flatMap(containersOf));
  const scopes = namespaces();
  const unknown = new Set<string>();
  /** Open elements outside records, below the root. */
  const path: string[] = [];
  /** Open elements of the record, outermost first; empty outside a record. */
  const open: OpenElement[] = [];
  let root: XmlRoot | null = null;
  let depth = 0;
  /** Depth of the unknown element that is being skipped; 0 for none. */
  let skipping = 0;
  let recordCount = 0;
  let recordElements = 0;
  let recordStart = 0;

  const note = (found: string): void => {
    if (unknown.size < maximumUnknownPaths) unknown.add(found.slice(0, 200));
  };

  const element = (tag: SaxesTagPlain, line: number): OpenElement => {
    const special = checkAttributes(tag);
    scopes.enter(tag.attributes, special);
    const namespace = scopes.of(tag.name);
    if (namespace === null) throw new NotReadable(`uses the prefix of <${tag.name}> without declaring it`);
    const ours = root === null || namespace === root.namespace;
    const name = ours ? tag.name.slice(tag.name.indexOf(':') + 1) : `{${namespace}}${localName(tag.name)}`;
    const attributes = special ? withoutDeclarations(tag.attributes) : tag.attributes;
    root ??= { name, attributes, namespace };
    return { name, attributes, children: [], text: '', line };
  };

  return {
    open: (tag, line, position) => {
      depth += 1;
      if (depth > xmlLimits.depth) throw new NotReadable(`nests elements more than ${xmlLimits.depth} deep`);
      const built = element(tag, line);
      if (depth === 1) {
        if (built.name !== layout.root) {
          throw new NotReadable(`is another document: its root element is <${built.name}>, not <${layout.root}>`);
        }
        return;
      }
      const parent = open.at(-1);
      if (parent !== undefined) {
        recordElements += 1;
        if (recordElements > xmlLimits.recordElements || position - recordStart > xmlLimits.record) {
          throw new NotReadable(`holds a <${open[0]?.name ?? ''}> too large to be one`);
        }
        parent.children.push(built);
        open.push(built);
        return;
      }
      if (skipping > 0) return;
      path.push(built.name);
      const at = path.join('/');
      if (records.has(at)) {
        recordCount += 1;
        if (recordCount > xmlLimits.records) {
          throw new NotReadable(`begins one more than ${xmlLimits.records} records. ${isItTheFile.replace(/\.$/, '')}`);
        }
        recordElements = 1;
        recordStart = position;
        open.push(built);
      } else if (!containers.has(at)) {
        note(at);
        skipping = depth;
      }
    },
    close: () => {
      scopes.leave();
      const closed = open.pop();
      if (closed !== undefined) {
        if (closed.children.length > 0 && closed.text.trim() === '') closed.text = '';
        if (open.length === 0) onRecord(closed, path.join('/'));
      }
      if (open.length === 0 && (skipping === 0 || skipping === depth)) {
        path.pop();
        skipping = 0;
      }
      depth -= 1;
    },
    text: (text) => {
      const parent = open.at(-1);
      if (parent !== undefined) {
        parent.text = parent.text === '' ? text : parent.text + text;
        if (parent.text.length > xmlLimits.text) throw new NotReadable('holds a text longer than 256 KiB');
      } else if (skipping === 0 && text.trim() !== '') {
        note([...path, 'text'].join('/'));
      }
    },
    root: () => root,
    unknown: () => [...unknown],
  };
}

/** Whether any attribute is a namespace declaration or has a prefix. */
function checkAttributes({ name, attributes }: SaxesTagPlain): boolean {
  let count = 0;
  let special = false;
  for (const attribute in attributes) {
    count += 1;
    special ||= attribute === 'xmlns' || attribute.includes(':');
    if ((attributes[attribute] ?? '').length > xmlLimits.text) {
      throw new NotReadable(`holds an attribute longer than 256 KiB in <${name}>`);
    }
  }
  if (count > xmlLimits.attributes)
    throw new NotReadable(`has more than ${xmlLimits.attributes} attributes in <${name}>`);
  return special;
}

function withoutDeclarations(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(attributes)) {
    if (declaredPrefix(name) === null && !name.startsWith('xsi:') && !name.startsWith('xml:')) kept[name] = value;
  }
  return kept;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** `A`, `A/B` of `A/B/C`. */
function containersOf(record: string): readonly string[] {
  const names = record.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}
