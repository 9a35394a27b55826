/**
 * Checks prose and names against docs/how-we-write.md: comments, strings and pages; names of files, identifiers and
 * types; subjects of commits. Arguments are paths or folders; without any, every file that git tracks. Exits 1 on a
 * finding.
 */
import { readFileSync } from 'node:fs';
import { checkedSubjects, subjectProblem } from './lint/commits.ts';
import { trackedFiles } from './lint/files.ts';
import { lintText } from './lint/lint-text.ts';

const paths = process.argv.slice(2);
const isWhole = paths.length === 0;
const files = trackedFiles(paths);
const problems = [
  ...files.flatMap((file) =>
    lintText(file, readFileSync(file, 'utf8')).map(({ line, message }) => `${file}:${line}  ${message}`),
  ),
  ...(isWhole ? checkedSubjects() : []).flatMap((subject) => {
    const problem = subjectProblem(subject);
    return problem === null ? [] : [`commit "${subject}" ${problem}`];
  }),
];
for (const problem of problems) console.error(problem);
console.error(`${files.length} files, ${problems.length} findings`);
process.exitCode = problems.length > 0 ? 1 : 0;
