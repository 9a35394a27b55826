import { JsonTooLarge, parseJsonWithin } from '../../../schemas/values/json-size.ts';
import type { DocumentClass } from '../../../schemas/vocabulary.ts';
import { documentJson } from '../limits.ts';

/** A PDF may begin with other bytes, such as a mail header. */
const pdfWithin = 1_024;
const sampleBytes = 4_096;

/** The kind of container by the first bytes, before markup is parsed. The media type that the server states is ignored. */
export function containerOf(bytes: Buffer): DocumentClass {
  if (bytes.subarray(0, pdfWithin).includes('%PDF-')) return 'pdf';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'zip';
  const start = bytes.toString('latin1', 0, sampleBytes).replace(/^(?:\u00ef\u00bb\u00bf|\s)+/, '');
  if (/^[[{]/.test(start) && parses(bytes)) return 'json';
  if (/^<(?:\?xml|!--|!doctype|[a-z])/i.test(start) || /<(?:html|body|head)[\s>]/i.test(start)) return 'html';
  return bytes.subarray(0, sampleBytes).includes(0) ? 'other' : 'text';
}

/** A text that is not parsed because of what it would cost is refused where it is read. */
function parses(bytes: Buffer): boolean {
  try {
    parseJsonWithin(bytes.toString('utf8').replace(/^\ufeff/, ''), documentJson);
    return true;
  } catch (error) {
    return error instanceof JsonTooLarge;
  }
}
