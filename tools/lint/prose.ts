/** Comments, strings and pages: refused words, and citations that lead nowhere. */
import { existsSync, readdirSync } from 'node:fs';
import type { Finding } from './finding.ts';
import { type ParsedSource, lineAt } from './source.ts';
import { allowedUses, phrases, stems } from './words.ts';

const refused = new RegExp(`\\b(?:${[...phrases, ...stems].join('|').replaceAll(' ', '\\s+')})\\b`, 'gi');
const allowed = new RegExp(`\\b(?:${allowedUses.join('|')})\\b`, 'gi');

/** A page name and a number: no page of this repository has numbered sections. */
const sectionOfPage =
  /\b(?:architecture|chain|disclosures|domain|experience|explorer|glossary|hardening|house|isolation|judgement|operations|seams|service|spec|streaming|style)(?:\.md)?,? (?:section )?\d+(?:\.\d+)*\b/g;
const decision = /\bdecisions? (\d{1,4})\b(?!\/)/gi;
const page = /\bdocs\/[\w./-]+\.md\b/g;

/** A piece of prose with the line on which it begins, counted from 1. */
interface Prose {
  readonly line: number;
  readonly text: string;
}

/** Findings of one file, by line. Files of a kind that has no prose have none; `source` is given for code. */
export function lintProse(path: string, text: string, source: ParsedSource | null): readonly Finding[] {
  return proseOf(path, text, source).flatMap(({ line, text: prose }) => {
    const checked = withoutCode(prose);
    const found = (index: number, message: string): Finding => ({
      line: line + lineAt(prose, index) - 1,
      message,
    });
    const words = [...withoutAllowed(checked).matchAll(refused)].map((match) =>
      found(
        match.index,
        `"${match[0].toLowerCase().replace(/\s+/g, ' ')}": write who does what (docs/how-we-write.md)`,
      ),
    );
    const sections = [...checked.matchAll(sectionOfPage)].map((match) =>
      found(match.index, `"${match[0]}" cites a section that is not in the repository`),
    );
    const missing = missingTargets(prose).map((match) => found(match.index, `"${match[0]}" is not in the repository`));
    return [...words, ...sections, ...missing];
  });
}

function missingTargets(prose: string): readonly RegExpExecArray[] {
  const decisions = [...prose.matchAll(decision)].filter((match) => !decisionNumbers().has(Number(match[1])));
  const pages = [...prose.matchAll(page)].filter((match) => !existsSync(match[0]));
  return [...decisions, ...pages];
}

let numbers: ReadonlySet<number> | null = null;
function decisionNumbers(): ReadonlySet<number> {
  numbers ??= new Set(readdirSync('docs/decisions').map((file) => Number(file.slice(0, 4))));
  return numbers;
}

function proseOf(path: string, text: string, source: ParsedSource | null): readonly Prose[] {
  if (path.endsWith('.md')) return [{ line: 1, text: withoutBlocks(text) }];
  if (source !== null) return commentsAndStrings(text, source);
  if (/\.(?:sh|ya?ml|py)$|Dockerfile$|^\.ci\/run$/.test(path)) return lineComments(text, '#');
  if (path.endsWith('.sql')) return lineComments(text, '--');
  return [];
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Code blocks, targets of links, code spans and allowed uses become blanks, so that positions stay. */
const withoutBlocks = (text: string): string =>
  text.replace(/^(\s*)```[^\n]*\n[\s\S]*?^\s*```/gm, blank).replace(/(?<=\])\([^)\s]*\)/g, blank);
const withoutCode = (text: string): string => text.replace(/`[^`\n]*`/g, blank);
const withoutAllowed = (text: string): string => text.replace(allowed, blank);

function lineComments(text: string, mark: string): readonly Prose[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.trimStart().startsWith(mark) ? [{ line: index + 1, text: line }] : []));
}

function commentsAndStrings(text: string, { comments, strings }: ParsedSource): readonly Prose[] {
  const at = (start: number, prose: string): Prose => ({ line: lineAt(text, start), text: prose });
  return [
    ...comments.map(({ start, end }) => at(start, text.slice(start, end))),
    ...strings.filter((one) => isSentence(one.text)).map((one) => at(one.start, one.text)),
  ].sort((a, b) => a.line - b.line);
}

/** A shorter text is a name: an id, a key, the name of a made-up party. */
const leastWords = 4;
const isSentence = (text: string): boolean => text.trim().split(/\s+/).length >= leastWords;
