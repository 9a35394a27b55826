/** Whether lists and objects of a JSON value are nested deeper than so many levels. Recursion stops at that level, so any depth is safe. */
export const nestsDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => nestsDeeperThan(member, levels - 1)));
