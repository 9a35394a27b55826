/** Parsers of the addresses in settings: URLs, hosts, networks, accounts. */
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCaip10 } from '../../schemas/values/caip.ts';
import { parseUrl } from '../../schemas/values/parse-url.ts';
import { list, port } from './readings.ts';
import type { Reading } from './setting.ts';

export const url = (value: string): Reading<string> => {
  if (parseUrl(value) === null || !/^https?:\/\//.test(value)) return { problem: 'must be an http or https URL' };
  return { value: value.replace(/(?<!\/)\/+$/, '') };
};

/** A mail address or an https URL, for people. */
export const contact = (value: string): Reading<string> => {
  const isMail = /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(value);
  const found = isMail ? null : parseUrl(value);
  return value.length <= 200 && (isMail || (found?.protocol === 'https:' && found.username === ''))
    ? { value }
    : { problem: 'must be a mail address or an https URL, up to 200 characters' };
};

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

/** Origins as a browser sends them: scheme, host and port, nothing behind. */
export const origins = (value: string): Reading<readonly string[]> => {
  const members = list(value);
  if ('problem' in members) return members;
  const wrong = members.value.find((member) => parseUrl(member)?.origin !== member || !/^https?:/.test(member));
  return wrong === undefined ? members : { problem: `has ${wrong}, which is no origin such as https://app.example` };
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
