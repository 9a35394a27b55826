import type { Command } from 'commander';
import { loadProfiles } from '../documents/load-profiles.ts';
import { command, type Context, runs } from '../program/command.ts';
import { CommandFailed } from '../program/exit.ts';
import { table } from '../program/table.ts';

export const profilesCommand = (): Command =>
  command('profiles')
    .addCommand(command('list', 'every profile with its hash').action(runs(list)))
    .addCommand(command('check', 'checks the files of ATTESTRY_PROFILES_DIR').action(runs(check)));

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

async function check({ loaded, out }: Context): Promise<void> {
  await Promise.resolve();
  const { profiles, problems } = loadProfiles(loaded.config.profilesDir);
  const found = problems.length === 0 ? 'all are usable' : problems.join('\n');
  out.result({ profiles: profiles.size, problems }, `${profiles.size} profiles; ${found}`);
  if (problems.length > 0) throw new CommandFailed('');
}
