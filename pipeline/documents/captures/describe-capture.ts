import type { CaptureComparison, SourceCaptureValue } from '../../../schemas/facts.ts';
import { hashOf, sha256Hex } from '../../../schemas/values/hash.ts';
import { unicodeForm } from '../../../schemas/values/unicode-form.ts';
import type { Term } from '../../../schemas/vocabulary.ts';
import { compareWorded, type WordedText, worded } from './compare-texts.ts';
import { linkSet, setDifference } from './links.ts';
import { maskedWords } from './mask-text.ts';
import { passagesBetween } from './passages.ts';

/** Text and links of a document, as the capturer extracted them. */
export interface CapturedPage {
  /** Requested address, and the final one after redirects. */
  readonly url: string;
  readonly finalUrl: string;
  readonly documentClass: Term<'documentClass'>;
  /** One block a line. */
  readonly text: string;
  /** As in the document, or already resolved. */
  readonly links: readonly string[];
}

/** An earlier capture of the same source, extracted in the same way. */
export type EarlierPage = Pick<CapturedPage, 'finalUrl' | 'text' | 'links'>;

const mostComparisons = 4;
/** Most links of one comparison, added and removed each. */
export const mostLinks = 20;

/**
 * The value of a capture observation: hashes of text and links, and comparisons with earlier captures. Pass the earlier
 * captures newest first, including the last accepted one; captures with equal content are skipped. Pure: the same pages
 * give the same value.
 */
export function describeCapture(page: CapturedPage, earlier: readonly EarlierPage[]): SourceCaptureValue {
  const current = read(page);
  const comparisons: CaptureComparison[] = [];
  const known = new Set([current.fingerprint]);
  for (const one of earlier) {
    if (comparisons.length === mostComparisons) break;
    const old = read(one);
    if (known.has(old.fingerprint)) continue;
    known.add(old.fingerprint);
    comparisons.push(comparisonOf(old, current));
  }
  return {
    url: page.url.toWellFormed(),
    finalUrl: page.finalUrl.toWellFormed(),
    documentClass: page.documentClass,
    textHash: current.textHash,
    maskedHash: sha256Hex(maskedWords(current.text)),
    linksHash: hashOf(current.links),
    words: current.worded().words.length,
    comparisons,
  };
}

interface ReadPage {
  readonly text: string;
  readonly textHash: string;
  readonly links: readonly string[];
  /** Of text and links. */
  readonly fingerprint: string;
  readonly worded: () => WordedText;
}

function read({ text, links, finalUrl }: EarlierPage): ReadPage {
  const strict = strictText(text);
  const resolved = linkSet(links, finalUrl);
  const textHash = sha256Hex(strict);
  let words: WordedText | null = null;
  return {
    text: strict,
    textHash,
    links: resolved,
    fingerprint: `${textHash}${hashOf(resolved)}`,
    worded: () => (words ??= worded(strict)),
  };
}

/** Canonical composition (NFC), one space between words, no blank lines. */
const strictText = (text: string): string =>
  unicodeForm(text.toWellFormed(), 'NFC')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');

function comparisonOf(old: ReadPage, current: ReadPage): CaptureComparison {
  const links = setDifference(old.links, current.links);
  const passages = passagesBetween(old.text, current.text);
  return {
    against: old.textHash,
    ...compareWorded(old.worded(), current.worded()),
    linksAdded: links.added.slice(0, mostLinks),
    linksRemoved: links.removed.slice(0, mostLinks),
    passagesAdded: passages.added,
    passagesRemoved: passages.removed,
  };
}
