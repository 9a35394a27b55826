/** Whether a JSON value has lists or objects within each other beyond so many levels; no input is too deep for it. */
export const nestsDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => nestsDeeperThan(member, levels - 1)));
