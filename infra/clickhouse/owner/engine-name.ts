/** An engine in the directory of the tables: the tables, or one of those that show analysts what they may read. */
export const engines = ['tables', 'analysts', 'analysts-2'] as const;
export type EngineName = (typeof engines)[number];
