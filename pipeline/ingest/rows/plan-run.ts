import { planKeyedRun } from './keyed-run.ts';
import { planRegisterRun } from './register-run.ts';

/** Compares a register's new file with its stored rows: by published key, or else by pairing. */
export const planRun: typeof planRegisterRun = (feed, ...rest) =>
  (feed.key === undefined ? planRegisterRun : planKeyedRun)(feed, ...rest);
