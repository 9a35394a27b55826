import type { Command } from 'commander';
import type { Config } from '../../infra/config/config.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ProfileTable } from '../../pipeline/documents/reading/profiles/profile-table.ts';
import { loadProfiles } from '../profiles/load-profiles.ts';
import { type TriedProfile, triedText, tryProfiles } from '../documents/tried-profiles.ts';
import { logIdOf } from '../engine/log-id.ts';
import { openEngine } from '../engine/open-engine.ts';
import { command, type Context, runs } from '../program/command.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { table } from '../program/output/table.ts';
import { counted } from '../program/output/counted.ts';

export const profilesCommand = (): Command =>
  command('profiles')
    .addCommand(command('list', 'every profile with its hash').action(runs(list)))
    .addCommand(
      command(
        'check',
        'checks the profiles in ATTESTRY_PROFILES_DIR, and searches the newest captures for the elements that they name',
      ).action(runs(check)),
    );

async function list({ loaded, out }: Context): Promise<void> {
  await Promise.resolve();
  const { profiles, problems } = loadProfiles(loaded.config.profilesDir);
  for (const problem of problems) out.note(problem);
  const all = [...profiles.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (out.json) for (const { name, sha256, profile } of all) out.row({ name, sha256, profile }, '');
  else
    out.result(
      null,
      table(
        ['profile', 'language'],
        all.map(({ name, profile }) => [name, profile.language ?? '']),
      ),
    );
}

async function check({ loaded, out, logger }: Context): Promise<void> {
  const { config } = loaded;
  const { profiles, problems } = loadProfiles(config.profilesDir);
  const isUsable = problems.length === 0 ? 'all are usable' : problems.join('\n');
  const tried = (await logIdOf(config, logger)) === null ? null : await tryOnCaptures(config, logger, profiles);
  const lacking = (tried ?? []).filter(({ places }) => places.some(({ found }) => found === 0));
  const text = `${counted(profiles.size, 'profile')}; ${isUsable}\n${triedText(tried)}`;
  out.result({ profiles: profiles.size, problems, tried: tried ?? [] }, text);
  if (problems.length + lacking.length > 0) throw new CommandFailed('');
}

async function tryOnCaptures(
  config: Config,
  logger: Logger,
  profiles: ProfileTable['profiles'],
): Promise<readonly TriedProfile[]> {
  const engine = await openEngine(config, logger);
  try {
    return await tryProfiles(engine, profiles);
  } finally {
    await engine.close();
  }
}
