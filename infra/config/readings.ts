/** Parsers of the texts of settings. */
import type { Reading } from './setting.ts';
import { largestSetting, readBoundedFile } from '../disk/bounded-file.ts';
import { dayMs, hourMs } from '../../schemas/values/durations.ts';

export const text = (value: string): Reading<string> => ({ value });

export const integer =
  (low: number, high: number) =>
  (value: string): Reading<number> => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < low || number > high) {
      return { problem: `must be a whole number from ${low} to ${high}` };
    }
    return { value: number };
  };

export const port = integer(0, 65_535);

export const oneOf =
  <T extends string>(...terms: readonly T[]) =>
  (value: string): Reading<T> => {
    const term = terms.find((one) => one === value);
    return term === undefined ? { problem: `must be one of ${terms.join(', ')}` } : { value: term };
  };

export const list = (value: string): Reading<readonly string[]> => ({
  value: value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
});

export const onOff = (value: string): Reading<boolean> => {
  if (['on', 'true', '1'].includes(value)) return { value: true };
  return ['off', 'false', '0'].includes(value) ? { value: false } : { problem: 'must be on or off' };
};

/** Reads a file of PEM certificates. */
export const certificates = (path: string): Reading<string> => {
  try {
    const pem = readBoundedFile(path, largestSetting).toString('utf8');
    return pem.includes('-----BEGIN CERTIFICATE-----') ? { value: pem } : { problem: 'holds no PEM certificate' };
  } catch {
    return { problem: 'cannot be read' };
  }
};

/** Reads a file with a PEM key. */
export const privateKey = (path: string): Reading<string> => {
  try {
    const pem = readBoundedFile(path, largestSetting).toString('utf8');
    return /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/.test(pem) ? { value: pem } : { problem: 'holds no PEM key' };
  } catch {
    return { problem: 'cannot be read' };
  }
};

export const clusterName = (value: string): Reading<string> =>
  /^[A-Za-z_][A-Za-z0-9_-]*$/.test(value) ? { value } : { problem: 'must be letters, digits, underscores or hyphens' };

export const signingKeys = (value: string): Reading<string> =>
  value.split(',').every((key) => /^[A-Za-z0-9_-]+:[A-Za-z0-9+/=]{24,}$/.test(key))
    ? { value }
    : { problem: 'must be a comma list of id:base64 with at least 16 bytes each' };

export const rateLimit = (value: string): Reading<{ readonly perMinute: number; readonly burst: number } | null> => {
  if (value === 'off') return { value: null };
  const match = /^([1-9]\d{0,8})\/min(?:;burst=([1-9]\d{0,8}))?$/.exec(value);
  if (match === null) return { problem: 'must be "<n>/min;burst=<n>" or "off"' };
  return { value: { perMinute: Number(match[1]), burst: Number(match[2] ?? 0) } };
};

/** Requests per second; null when `off`. */
export const requestRate = (value: string): Reading<number | null> => {
  if (value === 'off') return { value: null };
  const match = /^([1-9]\d{0,5})\/s$/.exec(value);
  return match === null ? { problem: 'must be "<n>/s" or "off"' } : { value: Number(match[1]) };
};

/** A time in whole hours or minutes, as `24h`, in milliseconds; at most 30 days. */
export const interval = (value: string): Reading<number> => {
  const [, count, unit] = /^([1-9]\d{0,4})(m|h)$/.exec(value) ?? [];
  const ms = Number(count) * (unit === 'h' ? hourMs : 60_000);
  return Number.isNaN(ms) || ms > 30 * dayMs
    ? { problem: 'must be a time such as 24h or 90m, at most 720h' }
    : { value: ms };
};

export const topicPrefix = (value: string): Reading<string> =>
  /^[A-Za-z0-9._-]{1,100}$/.test(value)
    ? { value }
    : { problem: 'must be at most 100 letters, digits, dots, underscores or hyphens' };
