import untypedParser from 'robots-parser';
import { parseUrl } from '../../../../schemas/values/parse-url.ts';

/** The package's own types name a default export that it does not have. */
const robotsParser = untypedParser as unknown as (
  url: string,
  text: string,
) => {
  readonly isAllowed: (url: string, agent: string) => boolean | undefined;
  readonly getCrawlDelay: (agent: string) => number | undefined;
};

/** Name of the program in robots.txt. */
const robotName = 'attestry';

/**
 * Limits, because matching takes the product of rules and addresses: 500 KiB of rules take 4.6 s without them. RFC 9309
 * requires that at least 500 KiB are parsed.
 */
export const robotsLimits = {
  bytes: 500 * 1024,
  rules: 2_000,
  /** Of an address that is fetched, and of a rule. */
  characters: 2_048,
  /** Of all rules of a group together. */
  groupCharacters: 64 * 1024,
} as const;

/** What the robots.txt of an origin permits. */
export interface RobotsRules {
  /** Null when the address has another origin, whose robots.txt decides. */
  readonly isAllowed: (url: string) => boolean | null;
  /** Seconds between two requests; null when it states none. */
  readonly crawlDelay: number | null;
}

/** Origin of an http or https address: scheme, host and port. Null when there is none. */
export function originOf(url: string): string | null {
  const parsed = parseUrl(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.origin : null;
}

/** The rules of an answer to `<origin>/robots.txt`; an empty text permits everything. */
export function parseRobots(origin: string, bytes: Buffer): RobotsRules {
  const robots = robotsParser(`${origin}/robots.txt`, withinLimits(bytes));
  const delay = robots.getCrawlDelay(robotName);
  return {
    isAllowed: (url) => robots.isAllowed(url, robotName) ?? null,
    crawlDelay: delay !== undefined && Number.isFinite(delay) && delay > 0 ? delay : null,
  };
}

/** The text with at most as many rules of a group as are matched. */
function withinLimits(bytes: Buffer): string {
  const text = bytes
    .subarray(0, robotsLimits.bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const lines = text.split(/\r\n|\r|\n/);
  // The last line may have been cut in two, which turns one address into another.
  if (bytes.length > robotsLimits.bytes) lines.pop();
  const groups = new Map<string, { rules: number; characters: number }>();
  let agents: string[] = [];
  let namesAgents = false;
  return lines
    .filter((line) => {
      const [name = '', ...rest] = (line.split('#', 1)[0] ?? '').split(':');
      const member = name.trim().toLowerCase();
      const value = rest.join(':').trim();
      if (member === '' || rest.length === 0) return false;
      if (member === 'user-agent') {
        agents = namesAgents ? [...agents, agentOf(value)] : [agentOf(value)];
        namesAgents = true;
        return true;
      }
      namesAgents = false;
      if (member !== 'allow' && member !== 'disallow') return member === 'crawl-delay';
      return value.length <= robotsLimits.characters && hasRoom(groups, agents, value);
    })
    .map((line) => line.replaceAll(/\*{2,}/g, '*'))
    .join('\n');
}

/** As robots-parser normalises a name: in lower case, without a version. */
const agentOf = (value: string): string => value.toLowerCase().split('/', 1)[0]?.trim() ?? '';

/** Counts a rule; false beyond the limits of one of our groups. Rules of other programs are never matched. */
function hasRoom(
  groups: Map<string, { rules: number; characters: number }>,
  agents: readonly string[],
  value: string,
): boolean {
  const ours = agents.filter((agent) => agent === robotName || agent === '*');
  if (ours.length === 0) return true;
  for (const agent of ours) {
    const counted = groups.get(agent) ?? { rules: 0, characters: 0 };
    groups.set(agent, counted);
    if (counted.rules >= robotsLimits.rules) return false;
    if (counted.characters + value.length > robotsLimits.groupCharacters) return false;
    counted.rules += 1;
    counted.characters += value.length;
  }
  return true;
}
