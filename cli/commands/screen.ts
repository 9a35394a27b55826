import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { isCountry } from '../../schemas/values/countries.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { agreementText } from '../../pipeline/screening/names/agreement-text.ts';
import { sidesOfQuery } from '../../pipeline/screening/names/agreement-templates.ts';
import { type QueryMatch, type ScreenQuery, screenQuery } from '../../pipeline/screening/screen-query.ts';
import { parseCaip10 } from '../../schemas/values/caip.ts';
import { isLei } from '../../schemas/values/lei.ts';
import { parseWallet } from '../../schemas/values/wallets.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { readLists, type ScreenedList } from '../screening/sanctions-lists.ts';
import { visibleLines } from '../program/output/visible-text.ts';
import { counted } from '../program/output/counted.ts';

const collect = (value: string, earlier: readonly string[]): readonly string[] => [...earlier, value];

export const screenCommand = (): Command =>
  command('screen')
    .argument('[name]', 'name of an organisation or of a person; searched as both unless --kind is given')
    .option('--name <name>', 'the same as the argument')
    .option('--kind <kind>', 'kind of party: organisation or person')
    .option('--birth-year <year>', 'year of birth, four digits; then only persons are searched')
    .option('--country <code>', 'country of the organisation or person, ISO 3166-1 alpha-2')
    .option('--lei <lei>', 'Legal Entity Identifier')
    .option('--wallet <account>', 'CAIP-10 account, such as eip155:1:0x…; may be given several times', collect, [])
    .option('--list <id>', 'only this list')
    .option('--show-all', 'include matches of weak aliases')
    .action(runs(screen));

interface ScreenOptions {
  readonly name?: string;
  readonly kind?: string;
  readonly birthYear?: string;
  readonly country?: string;
  readonly lei?: string;
  readonly wallet: readonly string[];
  readonly list?: string;
  readonly showAll?: boolean;
}

async function screen(
  { loaded, out, logger }: Context,
  name: string | undefined,
  options: ScreenOptions,
): Promise<void> {
  if (name !== undefined && options.name !== undefined)
    throw new UsageError('the name is given twice: as NAME and as --name');
  const query = queryOf(name === undefined ? options : { ...options, name });
  const ids = listsOf(options.list);
  const engine = await openEngine(loaded.config, logger);
  try {
    const { lists, entries } = await readLists(engine, ids);
    const matches = screenQuery(entries, query, options.showAll === true);
    const never = lists.filter(({ asOf }) => asOf === null).map(({ list }) => list);
    if (never.length > 0) {
      out.note(`never loaded, so nothing is claimed about: ${never.join(', ')}; attestry feeds run LIST loads one`);
    }
    for (const { list, entries: has } of lists.filter(isPart)) {
      out.note(
        `only a part: ${list} has ${counted(has, 'entry', 'entries')} here and at least ${wholeRowsOf(list)} in whole; what is lacking may be listed`,
      );
    }
    out.result({ lists, matches: matches.map(answerOf) }, describe(lists, matches));
    if (never.length === lists.length) throw new CommandFailed('no list that was asked for was ever loaded');
  } finally {
    await engine.close();
  }
}

const wholeRowsOf = (list: string): number => feeds.get(list)?.manifest.wholeRows ?? 0;

/** A list of which a first file held a part: without a match in it, the whole list may have one. */
const isPart = ({ list, asOf, entries }: ScreenedList): boolean => asOf !== null && entries < wholeRowsOf(list);

function queryOf({ name, kind, birthYear, country, lei, wallet }: ScreenOptions): ScreenQuery {
  if (name === undefined && lei === undefined && wallet.length === 0) {
    throw new UsageError('at least one of NAME, --lei and --wallet is needed');
  }
  if (name?.trim() === '') throw new UsageError('NAME is the name of an organisation or of a person, not a blank');
  const code = country?.trim().toUpperCase();
  if (code !== undefined && !isCountry(code)) {
    throw new UsageError(`--country takes a country code (ISO 3166-1 alpha-2), such as FR, not "${country ?? ''}"`);
  }
  if (code !== undefined && name === undefined) throw new UsageError('--country belongs to NAME');
  const identifier = lei?.replaceAll(/\s/g, '').toUpperCase();
  if (identifier !== undefined && !isLei(identifier)) {
    throw new UsageError(`--lei takes a Legal Entity Identifier with valid check digits, not "${lei ?? ''}"`);
  }
  return {
    name: name?.trim() ?? null,
    ...whoseName(name, kind, birthYear),
    country: code ?? null,
    lei: identifier ?? null,
    wallets: wallet.map(walletOf),
  };
}

function whoseName(
  name: string | undefined,
  kind: string | undefined,
  birthYear: string | undefined,
): Pick<ScreenQuery, 'modes' | 'birthYear'> {
  if (kind !== undefined && kind !== 'organisation' && kind !== 'person') {
    throw new UsageError(`--kind takes organisation or person, not "${kind}"`);
  }
  if (birthYear !== undefined && !/^(?:1[89]|20)\d\d$/.test(birthYear)) {
    throw new UsageError(`--birth-year takes a year of four digits from 1800 on, not "${birthYear}"`);
  }
  if (name === undefined && kind !== undefined) throw new UsageError('--kind belongs to NAME');
  if (name === undefined && birthYear !== undefined) throw new UsageError('--birth-year belongs to NAME');
  if (kind === 'organisation' && birthYear !== undefined) {
    throw new UsageError('--birth-year is of a person: leave out --kind organisation');
  }
  if (birthYear !== undefined) return { modes: ['person'], birthYear: Number(birthYear) };
  return { modes: kind === undefined ? ['organisation', 'person'] : [kind], birthYear: null };
}

function walletOf(account: string): ScreenQuery['wallets'][number] {
  const parts = parseCaip10(account.trim());
  if (parts === null) {
    throw new UsageError(
      `--wallet takes a CAIP-10 account, such as eip155:1:0x… or tron:0x2b6653dc:T…, not "${account}"`,
    );
  }
  const wallet = parseWallet(parts.address, { caip2: parts.chain });
  if (wallet === null) {
    throw new UsageError(
      `--wallet ${account}: invalid_format: the address is not valid on ${parts.chain}, so it equals no listed one`,
    );
  }
  return { account: account.trim(), wallet };
}

function listsOf(list: string | undefined): readonly string[] {
  const all = [...feeds.values()].filter(({ kind }) => kind === 'sanctions').map(({ manifest }) => manifest.id);
  if (list === undefined) return all;
  if (!all.includes(list)) throw new UsageError(`no sanctions list "${list}"; there are ${all.join(', ')}`);
  return [list];
}

const reasonOf = (similar: QueryMatch['similar']): readonly string[] =>
  similar === null ? [] : [agreementText(similar, sidesOfQuery)];

function answerOf({ similar, ...match }: QueryMatch): Readonly<Record<string, unknown>> {
  if (similar === null) return match;
  const agreement = similar.agreement.map(({ ours, listed, by }) => ({ query: ours, listed, by }));
  const [reason = null] = reasonOf(similar);
  return { ...match, agreement, onlyQuery: similar.onlyOurs, onlyListed: similar.onlyListed, reason };
}

function describe(lists: readonly ScreenedList[], matches: readonly QueryMatch[]): string {
  const loaded = lists.filter(({ asOf }) => asOf !== null);
  const found = matches.flatMap(({ level, list, entryId, entityType, name, programs, evidence, similar }) => [
    `${level}  ${list}  ${entryId}  ${name}${entityType === 'person' ? ', a person' : ''}` +
      (programs.length === 0 ? '' : `  (${programs.join(', ')})`),
    ...evidence.map(
      ({ kind, query, listed }) =>
        `    ${kind}: ${query} ${similar === null || kind !== 'name' ? '=' : 'is similar to'} ${listed}`,
    ),
    ...reasonOf(similar).map((reason) => `    ${reason}`),
  ]);
  const read = loaded.map(
    ({ list, asOf, sha256, entries }) =>
      `  ${list} as of ${asOf ?? ''}, ${counted(entries, 'entry', 'entries')}, sha256 ${sha256 ?? ''}`,
  );
  const head = matches.length === 0 && loaded.length > 0 ? ['no match in the lists below'] : found;
  return visibleLines([...head, loaded.length === 0 ? 'no list was read' : 'lists read:', ...read]);
}
