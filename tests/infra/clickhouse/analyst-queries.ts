/** Queries of clients and people, and the required reply. */
export const queries: readonly (readonly [string, string | RegExp])[] = [
  // clickhouse-connect, on connecting
  ['SELECT version(), timezone()', /^\d+\.\d+.*\tUTC\n$/],
  ["SELECT s.name FROM system.settings s WHERE s.name = 'max_threads'", /max_threads/],
  ["SELECT name FROM system . settings WHERE name = 'max_threads'", /max_threads/],
  ['SELECT name, value, readonly as readonly FROM system.settings LIMIT 10000 FORMAT JSONEachRow', /"max_threads"/],
  ['SELECT 1 AS check', '1\n'],
  // DBeaver, JDBC and BI tools
  ['select currentUser(), timezone(), version() limit 1', /^default\t/],
  ['SELECT name FROM system.databases ORDER BY name', 'attestry\nsystem\n'],
  [
    "SELECT database, name, engine FROM system.tables WHERE database = 'attestry' ORDER BY name",
    'attestry\tassets\tView\nattestry\tchanges\tView\n',
  ],
  ["SELECT name, type FROM system.columns WHERE database = 'attestry' AND table = 'assets'", 'asset_id\tString\n'],
  ['SELECT count() > 500 FROM system.functions', '1\n'],
  ['SELECT COUNT(*), count( * ) FROM system.databases', '2\t2\n'],
  ['SELECT * FROM system.one', '0\n'],
  // The SQLAlchemy dialect of clickhouse-connect 1.12, and BI tools on it
  ['SELECT currentDatabase()', 'attestry\n'],
  ['SHOW DATABASES', 'attestry\nsystem\n'],
  ['SHOW DATABASES FORMAT JSONCompactEachRow', '["attestry"]\n["system"]\n'],
  ['SHOW TABLES', 'assets\nchanges\n'],
  ['SHOW TABLES FROM `attestry`', 'assets\nchanges\n'],
  ['show tables in "attestry";', 'assets\nchanges\n'],
  ['SHOW TABLES FROM `system`', /^columns\ndatabases\nfunctions\nnumbers\none\nsettings\ntables\n$/],
  ["SHOW TABLES FROM `x' OR 1=1 --`", ''],
  ['SHOW TABLES FROM nowhere', ''],
  ['EXISTS DATABASE `attestry`', '1\n'],
  ['EXISTS DATABASE default', '0\n'],
  ['EXISTS TABLE `attestry`.`changes`', '1\n'],
  ['EXISTS changes', '1\n'],
  ['EXISTS TABLE attestry.store_api_keys', '0\n'],
  ['EXISTS store_changes FORMAT TabSeparatedWithNames', 'result\n0\n'],
  ['DESCRIBE TABLE `attestry`.`assets`', 'asset_id\tString\t\t\t\t\t\n'],
  [
    'DESCRIBE assets FORMAT TabSeparatedWithNames',
    /^name\ttype\tdefault_type\tdefault_expression\tcomment\tcodec_expression\tttl_expression\n/,
  ],
  ['desc `changes` -- columns\n', /^id\tString/],
  ['SELECT `changes`.`id` AS `id` FROM `attestry`.`changes` LIMIT 1', /^change-/],
  // people
  ['SELECT count() FROM attestry.changes', '200\n'],
  ['SELECT count() FROM changes;', '200\n'],
  ['SELECT count(*) FROM "attestry"."changes" -- all of them', '200\n'],
  [
    'SELECT asset_id, count() AS n FROM attestry.changes GROUP BY asset_id ORDER BY n DESC, asset_id LIMIT 2',
    'asset-0\t29\nasset-1\t29\n',
  ],
  [
    'SELECT asset_id, countIf(revision > 100), uniqExact(id), quantileExact(0.5)(revision), argMax(id, detected_at), groupArray(3)(id) FROM changes GROUP BY asset_id ORDER BY asset_id LIMIT 1',
    /^asset-0\t/,
  ],
  [
    'WITH recent AS (SELECT * FROM changes ORDER BY detected_at DESC LIMIT 5) SELECT count(), max(detected_at) FROM recent',
    /^5\t2023-11-14 22:13:20.199\n$/,
  ],
  [
    '(SELECT id FROM changes ORDER BY id LIMIT 1) UNION ALL (SELECT asset_id FROM assets ORDER BY asset_id LIMIT 1)',
    /change-0/,
  ],
  [
    'SELECT c.id, a.asset_id FROM changes AS c INNER JOIN attestry.assets AS a ON a.asset_id = c.asset_id ORDER BY c.id LIMIT 1',
    'change-0\tasset-0\n',
  ],
  ["SELECT id, tag FROM changes ARRAY JOIN tags AS tag WHERE id = 'change-1'", 'change-1\ta\nchange-1\tb\n'],
  [
    'SELECT asset_id IN (SELECT asset_id FROM assets), (SELECT max(revision) FROM changes) FROM changes LIMIT 1',
    '1\t200\n',
  ],
  [
    'SELECT toStartOfHour(detected_at) AS hour, sum(amount) FROM changes GROUP BY hour ORDER BY hour',
    '2023-11-14 22:00:00\t300\n',
  ],
  [
    'SELECT id, row_number() OVER (PARTITION BY asset_id ORDER BY detected_at ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS n FROM changes ORDER BY id LIMIT 1',
    'change-0\t1\n',
  ],
  [
    'SELECT arrayMap(x -> upper(x), tags), tags[1], tuple(1, 2).1, CAST(revision AS Decimal(10, 2)), revision::Nullable(Float64) FROM changes ORDER BY id LIMIT 1',
    "['A','B']\ta\t1\t1\t1\n",
  ],
  [
    "SELECT multiIf(revision < 10, 'few', 'many') AS size, CASE WHEN 1 = 1 THEN 'it''s' ELSE 'a;b' END FROM changes ORDER BY revision LIMIT 1",
    "few\tit\\'s\n",
  ],
  ['SELECT sum(number), 1.5e-3, 0x10, 1_000 FROM numbers(10)', '45\t0.0015\t16\t1000\n'],
  ["SELECT * FROM values('a UInt8, b String', (1, 'x'), (2, 'y'))", '1\tx\n2\ty\n'],
  [
    'SELECT toDate(detected_at) AS day, count() FROM changes WHERE detected_at >= now() - INTERVAL 100 YEAR GROUP BY day WITH TOTALS',
    /2023-11-14\t200/,
  ],
  ["SELECT count() FROM changes WHERE asset_id = 'asset-1' AND direction ILIKE 'U%' /* only ups */", '29\n'],
  [
    'SELECT id AS "Änderung „neu“", \'“quoted” — ünïcode\' FROM changes ORDER BY id LIMIT 1',
    'change-0\t“quoted” — ünïcode\n',
  ],
  [
    'SELECT formatReadableSize(sum(length(id))), toTypeName(any(amount)) FROM changes GROUP BY ALL',
    /Decimal\(38, 18\)/,
  ],
  [
    'SELECT toYYYYMM(detected_at) AS month, groupBitXor(revision), uniqState(id) IS NOT NULL, sumMapIf([1], [2], 1) FROM changes GROUP BY GROUPING SETS ((month), ())',
    /202311/,
  ],
  ['SELECT id FROM changes ORDER BY detected_at DESC LIMIT 1 BY asset_id LIMIT 3 OFFSET 1', /change-/],
  [
    "SELECT * EXCEPT (tags), assets.* REPLACE (upper(asset_id) AS asset_id), COLUMNS('^id') FROM changes INNER JOIN assets ON assets.asset_id = changes.asset_id LIMIT 1",
    /change-/,
  ],
];
