import type { ChosenFiles, PublishedFile } from '../../ingest/feed.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';
import { shown } from '../alarm-list.ts';
import { attributeText, childrenNamed, oneLine, type XmlElement } from '../xml/xml-element.ts';
import { readXml } from '../xml/read-xml.ts';
import { type FirdsName, missingParts, readFileName } from './file-names.ts';

/** Kinds of instruments that reserves hold, by the first letter of their CFI codes: funds, debt, equities. */
const groups: readonly string[] = ['FULINS_C', 'FULINS_D', 'FULINS_E'];

/** Host of the files. The list names them with `http:`; they are fetched with `https:`. */
export const filesHost = 'firds.esma.europa.eu';
/** Most files that a list is requested with. One that has as many may lack others. */
export const longestList = fileLimits.fileList.files;

interface ListedFile extends PublishedFile {
  readonly is: FirdsName;
}

/**
 * The newest snapshot by ESMA's list of files: the last day of which every full file is there, and the deltas since. A day
 * whose deltas are not all there yet, and the days behind it, are left for the next fetch.
 */
export function chooseFiles(list: Buffer): ChosenFiles {
  const files: ListedFile[] = [];
  const unreadable: string[] = [];
  let listed = 0;
  const read = readXml({ name: 'the list', bytes: list }, { root: 'response', records: ['result/doc'] }, (doc) => {
    listed += 1;
    const file = readListed(doc);
    if (typeof file === 'string') unreadable.push(file);
    else if (file !== null) files.push(file);
  });
  if (!read.ok) return { ok: false, reason: `is no list of files: ${read.reason}` };
  if (listed >= longestList)
    return { ok: false, reason: `has ${listed} files or more: others may be missing from it.` };
  const [problem] = unreadable;
  if (problem !== undefined) return { ok: false, reason: problem };
  const day = newestFullDay(files);
  if (day === null) return { ok: false, reason: `has no day with all parts of ${groups.join(', ')}.` };
  const full = files.filter(({ is }) => is.isFull && is.day === day);
  return { ok: true, files: [...full, ...deltasSince(files, day)].map(({ is: _, ...file }) => file) };
}

/** Null for a file of another kind; a sentence part for one whose entry cannot be used. */
function readListed(doc: XmlElement): (ListedFile & { readonly md5: string }) | string | null {
  const text = (name: string): string =>
    oneLine(childrenNamed(doc, 'str').find((child) => attributeText(child, 'name') === name)?.text ?? '');
  const name = text('file_name');
  const is = readFileName(name);
  if (is === null || (is.isFull && !groups.includes(is.group))) return null;
  const md5 = text('checksum').toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(md5)) return `has no MD5 checksum of ${name}.`;
  const link = text('download_link').replace(/^http:/, 'https:');
  if (link !== `https://${filesHost}/firds/${name}`) {
    return `has ${name} at ${shown(link)}, which is not its place at ${filesHost}.`;
  }
  return { name, url: link, md5, is };
}

function newestFullDay(files: readonly ListedFile[]): string | null {
  const days = [...new Set(files.flatMap(({ is }) => (is.isFull ? [is.day] : [])))].sort().reverse();
  const isWhole = (day: string): boolean => {
    const ofDay = files.flatMap(({ is }) => (is.isFull && is.day === day ? [is] : []));
    return groups.every((group) => ofDay.some((one) => one.group === group)) && missingParts(ofDay).length === 0;
  };
  return days.find(isWhole) ?? null;
}

function deltasSince(files: readonly ListedFile[], day: string): readonly ListedFile[] {
  const deltas = files.filter(({ is }) => !is.isFull && is.day >= day);
  const chosen: ListedFile[] = [];
  for (const one of [...new Set(deltas.map(({ is }) => is.day))].sort()) {
    const ofDay = deltas.filter(({ is }) => is.day === one);
    if (missingParts(ofDay.map(({ is }) => is)).length > 0) break;
    chosen.push(...ofDay.sort((a, b) => a.is.part - b.is.part));
  }
  return chosen;
}
