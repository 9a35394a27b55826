/**
 * Every command of the program: its group in `--help`, its name and its sentence, in the order of `--help`.
 * It imports nothing, so `--version`, `--help` and a mistyped name load no command.
 */
export const commandGroups = {
  Run: {
    up: 'all roles in one process on the embedded engines',
    serve: 'the API alone: in a cluster, or beside an attestry up on the same data directory',
    run: 'one role of a cluster, on Kafka and ClickHouse by URL',
    demo: 'loads the demo into a running service or cluster with an empty registry',
    migrate: 'brings the tables to this version; idempotent',
    tables: 'the tables that the sink fills from the log',
    doctor: 'checks every engine and setting, and names a remedy for each fault',
    config: 'settings',
    wait: 'returns when all appended records are processed and served',
    reset: 'deletes the data directory, after a confirmation',
    completion: 'a script that completes commands, options and values in a shell',
  },
  Read: {
    open: 'opens a page of the explorer in the browser and prints its address',
    status: 'positions, lag, last feed runs and table sizes',
    standing: 'how a token is now: nine parts, what is old or missing stated',
    sql: 'one read-only query over the tables of the running service',
    export: 'writes rows of the tables to a file or a pipe',
    explain: 'the evidence of a change: bytes, observations, rules, assessment; every hash recomputed',
    screen: 'searches the current sanctions lists for a name, an LEI or wallets; changes nothing',
    match: 'compares pairs of names from a file, as sanctions lists are compared; changes nothing',
    feeds: 'registers and sanctions lists',
    sources: 'documents that issuers publish about their tokens',
    documents: 'declared sources of assets: last fetch, outcome, next fetch',
    profiles: 'how declared sources are found and read',
    chains: 'the providers of every chain; the facts of a token on its chain',
    ticks: 'the days of UTC that have begun on the log',
    fields: 'disclosed fields: value, comparison, dimensions',
  },
  Decide: {
    asset: 'declares tokens, and who vouches for their issuer',
    party: 'declares issuers and other parties, and the outcome of their checks',
    registry: 'parties, assets and proofs as the operator declares them',
    observe: 'appends observations from NDJSON files; with one bad line, nothing is appended',
    changes: "lists changes; the operator's review of candidates on sanctions lists and drafts of disclosed fields",
    rules: 'the rule sets that assess changes',
  },
  Keys: {
    keys: 'API keys',
    tenants: 'holders of keys',
    watch: "the operator's view of watchlists",
    intake: 'checks whether newly watched assets can be observed',
  },
  Log: {
    topics: 'the topics of the log and their records',
    'dead-letters': 'records that could not be processed',
    replay: 'folds the log again',
    verify: 'recomputes ids, changes and hashes, and compares the log with the tables',
    log: 'copies the log of the data directory',
    artifacts: 'the files that sources published, under their hash',
    backup: 'copies log, state and artifacts into a new directory, beside a running service or without one',
    restore: 'copies a backup into an empty data directory',
  },
} as const;

type Groups = typeof commandGroups;
type NamesOf<G> = G extends unknown ? keyof G : never;

/** `up`, `keys`, … */
export type CommandName = NamesOf<Groups[keyof Groups]>;
