/**
 * Two command lines of every command that does something, by its whole name; shown below its help, and the first one below
 * that of its group. Ids of changes and assets are those of the demo. Tests run each line; `exampleIds` they replace by
 * ids of the running service.
 */
export const commandExamples = {
  up: ['up --demo', 'up --json'],
  serve: ['serve', 'serve --json'],
  'run publishers': ['run publishers', 'run publishers --only documents,chains,ticks'],
  'run processors': ['run processors', 'run processors --only accounts,intake'],
  'run sink': ['run sink', 'run sink --only accounts-sink'],
  'run deliver': ['run deliver', 'run deliver --json'],
  demo: ['demo', 'demo --json'],
  migrate: ['migrate', 'migrate --dry-run --cluster main'],
  'tables rebuild': ['tables rebuild', 'tables rebuild --of-log 5f0c1d2e-8a41-4c57-9d0b-3f6e7a9b1c2d'],
  doctor: ['doctor', 'doctor --tables-user analyst'],
  'config print': ['config print', 'config print --json'],
  wait: ['wait --idle', 'wait --idle --timeout 300'],
  reset: ['reset', 'reset --yes'],
  completion: ['completion bash', 'completion fish'],
  open: ['open', 'open /changes'],
  status: ['status', 'status --json'],
  standing: [
    'standing eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    'standing eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 --json',
  ],
  coverage: ['coverage', 'coverage eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  sql: [
    'sql "SELECT direction, count() FROM attestry.changes GROUP BY direction"',
    'sql "SELECT * FROM attestry.changes LIMIT 5" --format Vertical',
  ],
  'export changes': ['export changes --format csv', 'export changes --format parquet --out changes.parquet'],
  explain: [
    'explain register:iscehgiqt2yx2kt3ed634e43k4 --bundle evidence.json --force',
    'explain --check evidence.json',
  ],
  screen: ['screen "Example Trading LLC" --country RU', 'screen --lei 5493001KJTIIGC8Y1R12'],
  match: ['match --pairs pairs.csv', 'match --pairs pairs.ndjson --json'],
  'feeds list': ['feeds list', 'feeds list --json'],
  'feeds run': ['feeds run esma-emtwp --file emtwp.csv --as-of 2026-09-01', 'feeds run un-sc'],
  'feeds diff': ['feeds diff esma-emtwp monday.csv tuesday.csv', 'feeds diff esma-emtwp monday.csv tuesday.csv --json'],
  'sources diff': ['sources diff old.html new.html', 'sources diff old.html new.html --remove .banner'],
  documents: ['documents', 'documents --json'],
  'documents run': [
    'documents run https://demo-issuer.example/terms.html --file terms.html --as-of 2026-09-01',
    'documents run https://demo-issuer.example/terms.html',
  ],
  'documents read': ['documents read terms.html', 'documents read terms.html --profile terms --json'],
  'documents suggest': ['documents suggest https://demo-issuer.example/', 'documents suggest usdc-ethereum'],
  'profiles list': ['profiles list', 'profiles list --json'],
  'profiles check': ['profiles check', 'profiles check --json'],
  chains: ['chains', 'chains --json'],
  'chains read': [
    'chains read eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    'chains read --file usdc.cassette.gz',
  ],
  'chains resume': ['chains resume base', 'chains resume base --json'],
  ticks: ['ticks', 'ticks --json'],
  'ticks resume': ['ticks resume', 'ticks resume --json'],
  fields: ['fields', 'fields --json'],
  'asset add': [
    'asset add eip155:1/erc20:0x1111111111111111111111111111111111111111 --name Example --symbol EXE --decimals 6 --dry-run',
    'asset add 0x1111111111111111111111111111111111111111 --chain base --name Example --symbol EXE --decimals 6 --yes',
  ],
  'asset link': [
    'asset link usdc-ethereum --by Compliance --why "file 7 of 2026"',
    'asset link usdc-ethereum --by Compliance --why "file 7 of 2026" --evidence https://issuer.example/kyi',
  ],
  'asset unlink': [
    'asset unlink usdc-ethereum --by Compliance --why "the issuer denies it"',
    'asset unlink usdc-ethereum --by Compliance --why "the issuer denies it" --no-wait',
  ],
  'asset withdraw': [
    'asset withdraw usdc-ethereum --by Operations --why "redeemed in full"',
    'asset withdraw usdc-ethereum --by Operations --why "redeemed in full" --no-wait',
  ],
  'asset restore': [
    'asset restore usdc-ethereum --by Operations --why "withdrawn by mistake"',
    'asset restore usdc-ethereum --by Operations --why "withdrawn by mistake" --json',
  ],
  'party add': [
    'party add 5493001KJTIIGC8Y1R12 --name "Example AG" --country DE',
    'party add "Example Ltd" --country GB',
  ],
  'party kyi': [
    'party kyi "Example Ltd" verified --by Compliance --why "file 8 of 2026" --kyb',
    'party kyi "Example Ltd" revoked --by Compliance --why "no answer since May"',
  ],
  'registry import': ['registry import assets.ndjson --as-of 2026-09-01T08:00:00Z', 'registry import assets.ndjson'],
  'registry list': ['registry list --chain ethereum', 'registry list parties --json'],
  'registry show': ['registry show usdc-ethereum', 'registry show usdc-ethereum --history'],
  'registry find': [
    'registry find usdc on ethereum',
    'registry find 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 --json',
  ],
  'registry export': ['registry export', 'registry export --json'],
  'registry logo': [
    'registry logo logo.png --asset 3e41bcd9-2da5-5586-8aaf-47d49062cad7 --url https://demo-issuer.example/logo.png',
    'registry logo --fetch 3e41bcd9-2da5-5586-8aaf-47d49062cad7',
  ],
  observe: ['observe monday.ndjson', 'observe monday.ndjson tuesday.ndjson'],
  'changes list': ['changes list --asset USDC', 'changes list --open --sort level'],
  'changes confirm': [
    'changes confirm sanctions:zvcurj3fqf34nr6e634xqbfp2l --by "A. Reviewer" --why "the same company"',
    'changes confirm sanctions:zvcurj3fqf34nr6e634xqbfp2l --by "A. Reviewer" --why "the same company" --json',
  ],
  'changes dismiss': [
    'changes dismiss sanctions:zvcurj3fqf34nr6e634xqbfp2l --by "A. Reviewer" --why "another company of that name"',
    'changes dismiss sanctions:zvcurj3fqf34nr6e634xqbfp2l --by "A. Reviewer" --why "another company" --json',
  ],
  'changes reopen': [
    'changes reopen sanctions:zvcurj3fqf34nr6e634xqbfp2l --by "A. Reviewer" --why "the address is another one"',
    'changes reopen sanctions:zvcurj3fqf34nr6e634xqbfp2l --by "A. Reviewer" --why "another address" --json',
  ],
  'rules list': ['rules list', 'rules list --kinds'],
  'rules issued': [
    'rules issued US_GENIUS --on 2026-08-01 --by "A. Reviewer" --why "91 FR 12345"',
    'rules issued US_GENIUS --on none --by "A. Reviewer" --why "withdrawn"',
  ],
  'rules activate': ['rules activate impact-v1', 'rules activate impact-v1 --at 2026-09-01'],
  'keys create': [
    'keys create --name ops --scopes monitoring:read,watchlist:write',
    'keys create --name page --scopes monitoring:read --limit 200 --expires 2030-01-01',
  ],
  'keys list': ['keys list', 'keys list --json'],
  'keys rotate': ['keys rotate 4f2a9c81', 'keys rotate 4f2a9c81 --overlap 48h'],
  'keys revoke': ['keys revoke 4f2a9c81', 'keys revoke 4f2a9c81 --json'],
  'keys set': ['keys set 4f2a9c81 --limit 200', 'keys set 4f2a9c81 --limit 200 --json'],
  'keys events': ['keys events', 'keys events --key 4f2a9c81'],
  'tenants list': ['tenants list', 'tenants list --json'],
  'tenants erase': [
    'tenants erase a1e186da-6b28-4f31-b450-415b3731917a --yes',
    'tenants erase a1e186da-6b28-4f31-b450-415b3731917a --yes --json',
  ],
  'watch add': [
    'watch add --tenant a1e186da-6b28-4f31-b450-415b3731917a --asset 3e41bcd9-2da5-5586-8aaf-47d49062cad7',
    'watch add --tenant a1e186da-6b28-4f31-b450-415b3731917a --asset 689822b0-fb95-54d0-aaa3-40bdaf3a1b97 --at 2026-09-01',
  ],
  'watch list': ['watch list', 'watch list --tenant a1e186da-6b28-4f31-b450-415b3731917a'],
  'watch remove': [
    'watch remove 234fc611-95a8-5026-af45-21a56fb85964',
    'watch remove 234fc611-95a8-5026-af45-21a56fb85964 --json',
  ],
  'intake retry': [
    'intake retry 234fc611-95a8-5026-af45-21a56fb85964',
    'intake retry 234fc611-95a8-5026-af45-21a56fb85964 --json',
  ],
  'topics list': ['topics list', 'topics list --json'],
  'topics apply': ['topics apply', 'topics apply --json'],
  'topics accept-loss': ['topics accept-loss changes', 'topics accept-loss changes --json'],
  'topics tail': ['topics tail changes --grep frozen --max 10', 'topics tail observations --from latest --follow'],
  'dead-letters list': ['dead-letters list', 'dead-letters list --json'],
  'dead-letters park': [
    'dead-letters park document.captures 3 17 --by "A. Operator" --why "its terms are not read in an hour"',
    'dead-letters park accounts.commands 0 900 --by "A. Operator" --why "it ends the process" --json',
  ],
  replay: ['replay detect --compare', 'replay detect --compare --json'],
  verify: ['verify', 'verify --json'],
  'log copy': ['log copy', 'log copy --json'],
  'artifacts prune': ['artifacts prune --dry-run', 'artifacts prune --older-than 90d'],
  'artifacts copy': ['artifacts copy --from data/artifacts', 'artifacts copy --from data/artifacts --json'],
  backup: ['backup /backups/monday', 'backup /backups/tuesday --tenant-keys /vault/tenant-keys'],
  restore: ['restore /backups/monday --check', 'restore /backups/monday'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

/** Ids that differ between installations, in their form. */
export const exampleIds = {
  key: '4f2a9c81',
  tenant: 'a1e186da-6b28-4f31-b450-415b3731917a',
  item: '234fc611-95a8-5026-af45-21a56fb85964',
} as const;
