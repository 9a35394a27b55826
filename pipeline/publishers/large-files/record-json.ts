import { parseWellFormedJson } from '../../../schemas/values/well-formed-json.ts';
import { checkJsonSize, JsonTooLarge } from '../../../schemas/values/json-size.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';
import { FileRefused } from './file-refused.ts';
import { type Element, element, type SourceRecord, recordOf } from './record.ts';

/**
 * Reads the bytes of one record object. GLEIF writes text as `{"$": "…"}` and attributes as `"@type"`; this reader also
 * accepts plain strings. Throws FileRefused.
 */
export function readJsonRecord(bytes: Buffer, wrapper: string, number: number): SourceRecord {
  let value: unknown;
  try {
    const text = bytes.toString('utf8');
    checkJsonSize(text, { parts: fileLimits.large.jsonParts, depth: fileLimits.large.depth });
    value = parseWellFormedJson(text);
  } catch (error) {
    if (error instanceof JsonTooLarge) throw new FileRefused(`${error.message} in record ${number}.`);
    throw new FileRefused(`is not valid JSON in record ${number}.`);
  }
  const record = element('');
  fill(record, value);
  const [only, ...more] = record.children;
  return recordOf(only !== undefined && more.length === 0 && only.name === wrapper ? only : record);
}

function fill(into: Element, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') into.text += String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === '$') fill(into, member);
    else if (key.startsWith('@')) into.attributes.set(localName(key.slice(1)), String(member));
    else for (const one of Array.isArray(member) ? member : [member]) into.children.push(child(localName(key), one));
  }
  // In the form with plain strings, the attribute is a sibling member.
  const type = into.children.find(({ name }) => name === 'type');
  if (type !== undefined) for (const one of into.children) one.attributes.set('type', type.text);
}

function child(name: string, value: unknown): Element {
  const made = element(name);
  fill(made, value);
  return made;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
