/**
 * Checks comments, strings and pages against docs/how-we-write.md: banned words, and citations that lead nowhere.
 * Arguments are paths or folders to check; without any, every file that git tracks. Exits 1 on a finding.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

const bannedWords = [
  'whoever',
  'somebody',
  'nobody',
  'anew',
  'is told',
  'are told',
  'was told',
  'told of',
  'is said',
  'looks for news',
];
const banned = new RegExp(`\\b(?:${bannedWords.join('|').replaceAll(' ', '\\s+')})\\b`, 'gi');

/** A page name and a number: no page of this repository has numbered sections. */
const sectionOfPage =
  /\b(?:architecture|chain|disclosures|domain|experience|explorer|glossary|hardening|house|isolation|judgement|operations|seams|service|spec|streaming|style)(?:\.md)?,? (?:section )?\d+(?:\.\d+)*\b/g;
const decision = /\bdecisions? (\d{1,4})\b(?!\/)/gi;
const page = /\bdocs\/[\w./-]+\.md\b/g;

export interface Finding {
  readonly line: number;
  readonly message: string;
}

/** A piece of prose with the line on which it begins, counted from 1. */
interface Prose {
  readonly line: number;
  readonly text: string;
}

/** Findings of one file, by line. Files of a kind that holds no prose have none. */
export function lintProse(path: string, text: string): readonly Finding[] {
  return proseOf(path, text).flatMap(({ line, text: prose }) => {
    const at = (index: number): number => line + prose.slice(0, index).split('\n').length - 1;
    const checked = withoutCode(prose);
    const words = [...checked.matchAll(banned)].map((match) => ({
      line: at(match.index),
      message: `"${match[0].toLowerCase().replace(/\s+/g, ' ')}": say who does what (docs/how-we-write.md)`,
    }));
    const citations = [...checked.matchAll(sectionOfPage)].map((match) => ({
      line: at(match.index),
      message: `"${match[0]}" cites a section that is not in the repository`,
    }));
    return [...words, ...citations, ...missingTargets(prose, at)];
  });
}

function missingTargets(prose: string, at: (index: number) => number): readonly Finding[] {
  const decisions = [...prose.matchAll(decision)].filter((match) => !decisionNumbers().has(Number(match[1])));
  const pages = [...prose.matchAll(page)].filter((match) => !existsSync(match[0]));
  return [...decisions, ...pages].map((match) => ({
    line: at(match.index),
    message: `"${match[0]}" is not in the repository`,
  }));
}

let numbers: ReadonlySet<number> | null = null;
function decisionNumbers(): ReadonlySet<number> {
  numbers ??= new Set(readdirSync('docs/decisions').map((file) => Number(file.slice(0, 4))));
  return numbers;
}

function proseOf(path: string, text: string): readonly Prose[] {
  if (path.endsWith('.md')) return [{ line: 1, text: withoutBlocks(text) }];
  if (/\.(?:[cm]?[jt]s|tsx)$/.test(path)) return commentsAndStrings(path, text);
  if (/\.(?:sh|ya?ml|py)$|Dockerfile$|^\.ci\/run$/.test(path)) return lineComments(text, '#');
  if (path.endsWith('.sql')) return lineComments(text, '--');
  return [];
}

/** Code blocks become empty lines, so that line numbers stay. */
const withoutBlocks = (text: string): string =>
  text.replace(/^(\s*)```[^\n]*\n[\s\S]*?^\s*```/gm, (block) => block.replace(/[^\n]/g, ''));

/** Code spans become blanks of the same length, so that positions stay. */
const withoutCode = (text: string): string => text.replace(/`[^`\n]*`/g, (span) => ' '.repeat(span.length));

function lineComments(text: string, mark: string): readonly Prose[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.trimStart().startsWith(mark) ? [{ line: index + 1, text: line }] : []));
}

function commentsAndStrings(path: string, text: string): readonly Prose[] {
  const { program, comments } = parseSync(path, text);
  const proseAt = (start: number, prose: string): Prose => ({
    line: text.slice(0, start).split('\n').length,
    text: prose,
  });
  const found = comments.map(({ start, end }) => proseAt(start, text.slice(start, end)));
  const addString = (start: number, string: string): void => {
    if (isSentence(string) && !frozen.test(path)) found.push(proseAt(start, string));
  };
  new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === 'string') addString(start, value);
    },
    JSXText: ({ start, value }) => addString(start, value),
    // Without what the template fills in.
    TemplateLiteral: ({ start, quasis }) => addString(start, quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(program);
  return found.sort((a, b) => a.line - b.line);
}

/** A shorter text is a name: an id, a key, the name of a made-up party. */
const leastWords = 4;
const isSentence = (text: string): boolean => text.trim().split(/\s+/).length >= leastWords;

/** Recorded bytes, migrations frozen by their checksums, generated code, and the banned words themselves. */
const foreign =
  /^(?:tests\/fixtures|tests\/approved|demo\/files|infra\/clickhouse\/migrations|schemas\/generated)\/|(?:^|\/)LICENSE$|lint-prose(?:\.test)?\.ts$/;

/** Explanations are approved as prose and frozen by the hash of a rule set. */
const frozen = /^pipeline\/(?:impact\/v\d+|changes\/families)\//;

function main(paths: readonly string[]): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !foreign.test(file) && existsSync(file));
  let count = 0;
  for (const file of files) {
    for (const { line, message } of lintProse(file, readFileSync(file, 'utf8'))) {
      console.error(`${file}:${line}  ${message}`);
      count += 1;
    }
  }
  console.error(`${files.length} files, ${count} findings`);
  process.exitCode = count > 0 ? 1 : 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv.slice(2));
}
