import { planKeyedRun } from './keyed-run.ts';
import { planRegisterRun } from './register-run.ts';

/** What a register's new file does to its rows, by the key they are published under or by recognising them. */
export const planRun: typeof planRegisterRun = (feed, ...rest) =>
  (feed.key === undefined ? planRegisterRun : planKeyedRun)(feed, ...rest);
