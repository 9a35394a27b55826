/**
 * Checks prose and names against docs/how-we-write.md: comments, strings and pages; names of files, identifiers and
 * types; subjects of commits. Arguments are paths or folders; without any, every file that git tracks. With
 * `--write-remaining`, writes the list of findings that are excused. Exits 1 on a finding.
 */
import { readFileSync } from 'node:fs';
import { checkedSubjects, subjectProblem } from './lint/commits.ts';
import { trackedFiles } from './lint/files.ts';
import { lintText } from './lint/lint-text.ts';
import { remaining, staleLines, withoutRemaining, writeRemaining } from './lint/remaining.ts';

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWhole = paths.length === 0;
const files = trackedFiles(paths);
const found = files.map((file) => ({ file, findings: lintText(file, readFileSync(file, 'utf8')) }));
const all = found.flatMap(({ findings }) => findings);

if (isWhole && process.argv.includes('--write-remaining')) writeRemaining(all, remaining());

const lines = remaining();
const problems = [
  ...found.flatMap(({ file, findings }) =>
    withoutRemaining(findings, lines).map(({ line, message }) => `${file}:${line}  ${message}`),
  ),
  ...(isWhole ? staleLines(all, lines) : []).map((line) => `tools/lint/remaining.txt: "${line}" is mended, delete it`),
  ...(isWhole ? checkedSubjects() : []).flatMap((subject) => {
    const problem = subjectProblem(subject);
    return problem === null ? [] : [`commit "${subject}" ${problem}`];
  }),
];
for (const problem of problems) console.error(problem);
console.error(`${files.length} files, ${problems.length} findings, ${lines.length} excused lines`);
process.exitCode = problems.length > 0 ? 1 : 0;
