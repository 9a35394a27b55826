import type { ReadOnlySession } from '../tables.ts';

/** Functions that a query may call. All names in lower case. */
interface FunctionRules {
  readonly isCallable: (name: string) => boolean;
  readonly isRefusedFunction: (name: string) => boolean;
}

/** The engine's functions, aggregate combinators, types and output formats, read once. */
export interface EngineCatalogue extends FunctionRules {
  readonly version: string;
  /** Output format by its name in lower case. */
  readonly formats: ReadonlyMap<string, string>;
}

/**
 * Functions that read or affect more than the rows of the query (files, network, dictionaries, other tables, the log, the
 * host), that only wait, or that compute on polygons: the memory limit does not count what those take, gigabytes for a query
 * of 140 bytes. `readonly` stops none of them. All other built-in functions depend on their arguments alone and
 * are allowed.
 */
const refusedFunctions: ReadonlySet<string> = new Set([
  'addresstoline',
  'addresstolinewithinlines',
  'addresstosymbol',
  'catboostevaluate',
  'demangle',
  'displayname',
  'evalmlmethod',
  'file',
  'filesystemavailable',
  'filesystemcapacity',
  'filesystemunreserved',
  'fqdn',
  'fullhostname',
  'fuzzquery',
  'generaterandomstructure',
  'generateserialid',
  'getclienthttpheader',
  'getmacro',
  'getmaxtablenamelengthfordatabase',
  'getmergetreesetting',
  'getoskernelversion',
  'getserverport',
  'getserversetting',
  'hascolumnintable',
  'hostname',
  'ismergetreepartcoveredby',
  'joinget',
  'joingetornull',
  'logtrace',
  'mergetreepartinfo',
  'serveruuid',
  'showcertificate',
  'sleep',
  'sleepeachrow',
  'structuretocapnprotoschema',
  'structuretoprotobufschema',
  'tcpport',
  'tid',
  'transactionid',
  'transactionlatestsnapshot',
  'transactionoldestsnapshot',
  'zookeepersessionuptime',
]);

/** Prefixes of refused families: language models, dictionaries, configured models, polygons, internals. */
const refusedPrefixes = [
  'ai',
  'dictget',
  'dicthas',
  'dictisin',
  'h3polygontocells',
  'naivebayes',
  'polygon',
  'regionhierarchy',
  'regionin',
  'regionto',
  'timeseriesid',
  'timeseriesstore',
  'timeseriestags',
  '__',
] as const;

/** Formats of other protocols, and those that need a file or a registry. */
const unavailableFormats: ReadonlySet<string> = new Set([
  'AvroConfluent',
  'MySQLWire',
  'ODBCDriver2',
  'PostgreSQLWire',
  'Template',
]);

/** Keywords and special forms that may precede `(` without being functions, and the two allowed table functions. */
const wordsBeforeParenthesis: ReadonlySet<string> = new Set(
  (
    'all and any array as asof between by case cast columns cross cube distinct else except exists extract fill filter ' +
    'from full global group grouping having ilike in inner interpolate intersect interval is join left like limit ' +
    'materialized not numbers offset on or order outer over partition prewhere qualify replace returning right rollup ' +
    'select semi sets some substring then to top trim tuple union using values when where window with within xor anti ' +
    'ties div mod escape position dateadd datediff datesub date_add date_sub timestampadd timestampsub timestamp_add timestamp_sub'
  ).split(' '),
);

export const readEngineCatalogue = async (session: ReadOnlySession): Promise<EngineCatalogue> => {
  const names = async (sql: string): Promise<readonly string[]> =>
    Buffer.from((await session.run(sql, 'TSVRaw')).bytes)
      .toString('utf8')
      .split('\n')
      .filter((name) => name !== '');
  const functions = new Set(await names("SELECT DISTINCT lower(name) FROM system.functions WHERE origin = 'System'"));
  const aggregates = new Set(
    await names("SELECT DISTINCT lower(name) FROM system.functions WHERE origin = 'System' AND is_aggregate"),
  );
  const combinators = await names('SELECT lower(name) FROM system.aggregate_function_combinators');
  const types = new Set(await names('SELECT lower(name) FROM system.data_type_families'));
  const formats = await names('SELECT name FROM system.formats WHERE is_output');
  const [version = ''] = await names('SELECT version()');

  const isCombined = (name: string): boolean =>
    combinators.some((suffix) => {
      if (!name.endsWith(suffix)) return false;
      const inner = name.slice(0, -suffix.length);
      return aggregates.has(inner) || isCombined(inner);
    });
  const isRefused = (name: string): boolean =>
    refusedFunctions.has(name) || (functions.has(name) && refusedPrefixes.some((prefix) => name.startsWith(prefix)));
  return {
    version,
    formats: new Map(
      formats.filter((format) => !unavailableFormats.has(format)).map((format) => [format.toLowerCase(), format]),
    ),
    isRefusedFunction: isRefused,
    isCallable: (name) =>
      !isRefused(name) &&
      (functions.has(name) || wordsBeforeParenthesis.has(name) || types.has(name) || isCombined(name)),
  };
};
