/** Folds the log of an earlier program, and ends itself with SIGKILL at a commit: `<directory> <commit> before|after`. */
import { withEarlierLog } from './earlier-log.ts';

const [directory = '', commit = '', moment = ''] = process.argv.slice(2);

let commits = 0;
await withEarlierLog(directory, ({ detect }) =>
  detect((now) => {
    if (now === 'before') commits += 1;
    if (commits === Number(commit) && now === moment) process.kill(process.pid, 'SIGKILL');
  }),
);
