/** Definition of a setting, and the parsers of its text. */
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCaip10 } from '../../schemas/values/caip.ts';
import { parseUrl } from '../../schemas/values/parse-url.ts';
import { largestSetting, readBoundedFile } from '../disk/bounded-file.ts';
import { dayMs, hourMs } from '../../schemas/values/durations.ts';

export type Reading<T> = { readonly value: T } | { readonly problem: string };

export interface Setting<T, F extends string | null = string | null> {
  readonly name: string;
  /** Text of the default; null if the setting may be unset. */
  readonly fallback: F;
  readonly meaning: string;
  /** Never printed; `<NAME>_FILE` may name a file with the value. */
  readonly secret?: boolean;
  readonly read: (text: string) => Reading<T>;
}

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

export const url = (value: string): Reading<string> => {
  if (parseUrl(value) === null || !/^https?:\/\//.test(value)) return { problem: 'must be an http or https URL' };
  return { value: value.replace(/(?<!\/)\/+$/, '') };
};

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

export const hostPorts = (value: string): Reading<readonly string[]> => {
  const hosts = list(value);
  if ('problem' in hosts) return hosts;
  const bad = hosts.value.find((host) => 'problem' in port(/^.+:(\d+)$/.exec(host)?.[1] ?? ''));
  return bad === undefined ? hosts : { problem: `"${bad}" is not host:port` };
};

export const brokers = (value: string): Reading<readonly string[]> => {
  const hosts = hostPorts(value);
  return 'value' in hosts && hosts.value.length === 0 ? { problem: 'names no broker' } : hosts;
};

export const onOff = (value: string): Reading<boolean> => {
  if (['on', 'true', '1'].includes(value)) return { value: true };
  return ['off', 'false', '0'].includes(value) ? { value: false } : { problem: 'must be on or off' };
};

/** A user in a URL would appear in printed settings and in errors. */
export const urlWithoutUser = (value: string): Reading<string> => {
  const reading = url(value);
  if ('problem' in reading || parseUrl(value)?.username === '') return reading;
  return {
    problem: 'must not hold a user: give name and password by the settings that end in _USERNAME and _PASSWORD',
  };
};

/** The database is always `attestry`: a server has one installation. */
export const tablesUrl = (value: string): Reading<string> => {
  const reading = url(value);
  if ('problem' in reading) return reading;
  const path = parseUrl(reading.value)?.pathname.replace(/(?<!\/)\/+$/, '');
  if (path === '' || path === '/attestry') return { value: reading.value.replace(/\/attestry$/, '') };
  return { problem: 'must name no database or the database attestry, in which the tables are' };
};

export const artifactsUrl = (value: string): Reading<string> => {
  if (/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._/-]*)?$/.test(value)) return { value };
  const parsed = parseUrl(value);
  if (parsed?.protocol !== 'file:') {
    return { problem: 'must be file:///… with the path of a directory, or s3://bucket/prefix' };
  }
  try {
    const path = fileURLToPath(parsed);
    return isAbsolute(path) ? { value } : { problem: 'must be file:///… with an absolute path' };
  } catch {
    return { problem: 'must be file:///… with the path on this machine' };
  }
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

/** Accounts as CAIP-10, as `eip155:1:0x…`. */
export const accounts = (value: string): Reading<readonly string[]> => {
  const members = list(value);
  if ('problem' in members) return members;
  const wrong = members.value.find((member) => parseCaip10(member) === null);
  return wrong === undefined ? members : { problem: `has ${wrong}, which is no CAIP-10 account as eip155:1:0x…` };
};

/** Nodes as `label=url`. URLs hold keys, so no problem repeats one. */
export const providers = (value: string): Reading<readonly { readonly label: string; readonly url: string }[]> => {
  const members = list(value);
  if ('problem' in members) return members;
  const named = members.value.map((member) => {
    const [, label = '', address = ''] = /^([a-z0-9][a-z0-9-]{0,31})=(.*)$/.exec(member) ?? [];
    return { label, url: address };
  });
  const at = named.findIndex(({ label, url: address }) => label === '' || 'problem' in urlWithoutUser(address));
  if (at >= 0) {
    return {
      problem: `has no label=url as member ${at + 1}: a label of a-z, 0-9 and hyphens, an http or https URL without user`,
    };
  }
  if (named.length === 0) return { problem: 'names no provider' };
  if (new Set(named.map(({ label }) => label)).size < named.length) return { problem: 'has a label twice' };
  return { value: named };
};

/** The number of chained proxies in front of this process, or their addresses and networks. */
export const trustedProxies = (value: string): Reading<number | readonly string[]> => {
  if (/^\d{1,2}$/.test(value)) return { value: Number(value) };
  const networks = list(value);
  if ('problem' in networks) return networks;
  const bad = networks.value.find((network) => !isNetwork(network));
  return bad === undefined ? networks : { problem: `"${bad}" is neither an address nor a network such as 10.0.0.0/8` };
};

function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(prefix ?? 0) <= (family === 6 ? 128 : 32);
}

export const topicPrefix = (value: string): Reading<string> =>
  /^[A-Za-z0-9._-]{1,100}$/.test(value)
    ? { value }
    : { problem: 'must be at most 100 letters, digits, dots, underscores or hyphens' };

export const setting = <T, F extends string | null>(definition: Setting<T, F>): Setting<T, F> => definition;
