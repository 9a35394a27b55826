/** Milliseconds since the epoch as ISO 8601 in UTC with milliseconds (conformance G-02). */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);
