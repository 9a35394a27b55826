import { SaxesParser } from 'saxes';
import { fileLimits } from '../../../schemas/file-limits.ts';
import { FileRefused } from './file-refused.ts';
import { type Element, element, type SourceRecord, recordOf } from './record.ts';

/** The start tags around a record. They declare the prefixes that the record uses. */
export interface Surroundings {
  readonly startTags: readonly string[];
}

/** Reads the bytes of one record element. `number` counts the records of the file. Throws FileRefused. */
export function readXmlRecord(bytes: Buffer, { startTags }: Surroundings, number: number): SourceRecord {
  const parser = new SaxesParser({ xmlns: true });
  const open: Element[] = [element('')];
  let record = element('');
  const refuse = (why: string): never => {
    throw new FileRefused(`is not well-formed XML in record ${number}: ${why.slice(0, 160)}.`);
  };
  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')));
  parser.on('doctype', () => refuse('it has a DOCTYPE'));
  parser.on('opentag', ({ local, attributes }) => {
    const tag = element(local);
    const given = Object.values(attributes);
    if (given.length > fileLimits.xml.attributes)
      refuse(`an element has more than ${fileLimits.xml.attributes} attributes`);
    for (const attribute of given) tag.attributes.set(attribute.local, attribute.value);
    open.at(-1)?.children.push(tag);
    open.push(tag);
    if (open.length === startTags.length + 2) record = tag;
  });
  const addText = (text: string): void => {
    const tag = open.at(-1);
    if (tag !== undefined) tag.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  for (const tag of startTags) parser.write(tag);
  parser.write(bytes.toString('utf8'));
  return recordOf(record);
}
