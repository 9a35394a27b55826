/** Checks of the shape of a bundle. A problem is a sentence part such as `madeBy is not text`; null: the value fits. */
import { isTime } from '../../../schemas/facts.ts';
import { isRecord } from '../../../schemas/values/is-record.ts';

export type Shape = (value: unknown, path: string) => string | null;

export const text: Shape = (value, path) => (typeof value === 'string' ? null : `${path} is not text`);

export const whole: Shape = (value, path) => (Number.isSafeInteger(value) ? null : `${path} is not a whole number`);

export const time: Shape = (value, path) => (isTime(value) ? null : `${path} is not a time in milliseconds`);

export const oneOf =
  (...allowed: readonly string[]): Shape =>
  (value, path) =>
    allowed.includes(value as string) ? null : `${path} is not one of ${allowed.join(', ')}`;

export const nullable =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? null : shape(value, path);

export const optional =
  (shape: Shape): Shape =>
  (value, path) =>
    value === undefined ? null : shape(value, path);

export const listOf =
  (shape: Shape): Shape =>
  (value, path) => {
    if (!Array.isArray(value)) return `${path} is not a list`;
    const at = value.findIndex((member) => shape(member, '') !== null);
    return at === -1 ? null : shape(value[at], `${path}[${at}]`);
  };

/** An object with these members; further members are fine, so that a shape can grow. */
export const members = (shapes: Readonly<Record<string, Shape>>): Shape => {
  const entries = Object.entries(shapes);
  return (value, path) => {
    if (!isRecord(value)) return `${path} is not an object`;
    for (const [name, shape] of entries) {
      const member = value[name];
      // Paths are built only for problems.
      if (shape(member, '') !== null) return shape(member, `${path}.${name}`);
    }
    return null;
  };
};
