/** XML files that are refused, each with the reason. */
import { fileLimits } from '../../../../schemas/file-limits.ts';

const xmlLimits = fileLimits.xml;

export const list = (content: string): string => `<list>${content}</list>`;

/** `times`: by how much the files exceed the limits; each is refused at its limit. */
export function refusedXml(times: number): readonly (readonly [string, string | Uint8Array, RegExp])[] {
  const long = (text: string, least: number): string => text.repeat(Math.ceil((times * least) / text.length) + 1);
  return [
    ['empty', '', /^list\.xml is empty \(0 bytes\)\.$/],
    ['whitespace', ' \n\t ', /holds nothing but whitespace/],
    ['whitespace, a lot of it', ' '.repeat(100_000), /holds nothing but whitespace/],
    ['an HTML page', '<!DOCTYPE html><html><body>Not found</body></html>', /is an HTML page, not XML/],
    ['an HTML page without a doctype', '\n<HTML lang="en"></HTML>', /is an HTML page, not XML/],
    [
      'XHTML',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
      /its root element is <html>, not <list>/,
    ],
    ['CSV', 'id;name\n1;x', /is not XML: it begins with "id;name/],
    ['JSON', '{"list":[]}', /is not XML: it begins with/],
    ['gzip', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), /is compressed with gzip, not XML/],
    ['ZIP', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), /is a ZIP archive, not XML/],
    ['PDF', '%PDF-1.7\n', /is a PDF document, not XML/],
    ['UTF-16', Buffer.from(list('<entry/>'), 'utf16le'), /is UTF-16 text/],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${list('<entry/>')}`, 'utf16le'), /is UTF-16 text/],
    ['Windows-1252', Buffer.from(list('\n<entry>Société</entry>'), 'latin1'), /is not UTF-8: byte 0xE9 at line 2/],
    [
      'a declared encoding',
      '<?xml version="1.0" encoding="windows-1252"?><list/>',
      /declares the encoding windows-1252/,
    ],
    ['two byte order marks', `\ufeff\ufeff${list('')}`, /begins with two byte order marks/],
    ['a NUL byte', list('<entry>\u0000</entry>'), /contains a NUL byte at byte 14 \(line 1\)/],
    ['another document', '<rss><entry/></rss>', /line 1 is another document: its root element is <rss>, not <list>/],
    ['only a comment', '<!-- nothing -->', /holds no element/],
    ['only a declaration', '<?xml version="1.0"?>', /holds no element/],
    ['a doctype', '<!DOCTYPE list SYSTEM "http://example.org/x.dtd"><list/>', /document type declaration \(DOCTYPE\)/],
    [
      'entities of its own',
      '<!DOCTYPE list [<!ENTITY a "aa">]><list>&a;</list>',
      /document type declaration \(DOCTYPE\)/,
    ],
    ['a doctype without an end', `<!DOCTYPE list [${long('<!ENTITY a "aa">', xmlLimits.text)}`, /longer than 256 KiB/],
    ['a doctype inside', list('<!DOCTYPE x>'), /document type declaration \(DOCTYPE\)/],
    [
      'an entity that is not defined',
      list('<entry>&nbsp;</entry>'),
      /line 1 refers to an entity that XML does not have/,
    ],
    ['a character XML does not have', list('\n<entry>&#8;</entry>'), /line 2 refers to a character/],
    ['a control character', list('<entry>\u0008</entry>'), /holds a character that XML does not allow/],
    ['cut off in a text', '<list>\n<entry>na', /line 2 ends inside <entry>: the file is cut off/],
    ['cut off between records', '<list>\n<entry></entry>\n', /line 3 ends inside <list>: the file is cut off/],
    ['cut off in the first tag', '<lis', /holds no element: it is cut off or something else/],
    ['cut off behind the last record', '<list><entry/></li', /ends inside <list>: the file is cut off/],
    ['crossed tags', list('<entry><a></entry></a>'), /closes an element that is not the open one/],
    ['two roots', `${list('')}<list/>`, /goes on with another element/],
    ['an error page after it', `${list('')}\n<html>error</html>`, /goes on with another element/],
    ['text after it', `${list('')} error`, /has text outside the root element/],
    ['an attribute twice', list('<entry a="1" a="2"/>'), /has the same attribute twice/],
    ['a prefix without a declaration', list('<x:entry/>'), /uses the prefix of <x:entry> without declaring it/],
    ['levels without end', list('<entry>'.repeat(100 * times)), /nests elements more than 64 deep/],
    ['levels without end outside records', list('<unknown>'.repeat(100 * times)), /nests elements more than 64 deep/],
    ['a text without end', list(`<entry>${long('x', xmlLimits.text)}</entry>`), /longer than 256 KiB/],
    [
      'a text in many pieces',
      list(`<entry>${'x<!---->'.repeat(times * xmlLimits.text + 1)}</entry>`),
      /holds a text longer than 256 KiB/,
    ],
    ['a comment without end', list(`<!--${long('x', xmlLimits.text)}-->`), /longer than 256 KiB/],
    ['an attribute without end', list(`<entry a="${long('x', xmlLimits.text)}"/>`), /longer than 256 KiB/],
    ['an attribute just too long', list(`<entry a="${'x'.repeat(xmlLimits.text + 1)}"/>`), /longer than 256 KiB/],
    ['a name without end', list(`<${long('x', xmlLimits.text)}/>`), /longer than 256 KiB/],
    [
      '300 attributes',
      list(`<entry ${Array.from({ length: 300 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      /more than 256 attributes in <entry>/,
    ],
    [
      'references without end',
      list(`<entry>${'&#65;'.repeat(20_001 * times)}</entry>`),
      /more than 20000 references in one text/,
    ],
    [
      'references in an attribute',
      list(`<entry a="${'&amp;'.repeat(20_001 * times)}"/>`),
      /more than 20000 references/,
    ],
    [
      'a record without end',
      list(`<entry>${'<a/>'.repeat((xmlLimits.recordElements + 1) * times)}</entry>`),
      /holds a <entry> too large to be one/,
    ],
    [
      'a record of many texts',
      list(`<entry>${long(`<a>${'x'.repeat(100_000)}</a>`, xmlLimits.record)}</entry>`),
      /holds a <entry> too large/,
    ],
  ];
}
