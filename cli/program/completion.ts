import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Values of arguments by the argument's name. */
export type ArgumentValues = Readonly<Record<string, readonly string[]>>;

/** Arguments whose values the script asks a running program for. */
const asked: Readonly<Record<string, string>> = {
  keyId: "$(attestry keys list 2>/dev/null | awk 'NR > 1 { print $1 }')",
};

interface Place {
  /** Words before the one that is completed, without `attestry`: `keys rotate`. */
  readonly path: string;
  readonly words: readonly string[];
  readonly options: readonly string[];
}

/** A script for a shell that completes commands, options and values, made of the commands of the program. */
export function completionOf(shell: Shell, program: Command, values: ArgumentValues): string {
  const places = placesBelow(program, [], values);
  switch (shell) {
    case 'bash':
      return inBash(places);
    case 'zsh':
      return `#compdef attestry\nautoload -U +X bashcompinit && bashcompinit\n${inBash(places)}`;
    case 'fish':
      return inFish(places);
  }
}

function placesBelow(of: Command, path: readonly string[], values: ArgumentValues): readonly Place[] {
  const visible = of.commands.filter((one) => one.name() !== 'help');
  const ofArguments = of.registeredArguments.flatMap((argument) => {
    const name = argument.name();
    return argument.argChoices ?? values[name] ?? (asked[name] === undefined ? [] : [asked[name]]);
  });
  const here: Place = {
    path: path.join(' '),
    words: [...visible.map((one) => one.name()), ...ofArguments],
    options: [...of.options.map(({ long }) => long ?? ''), '--help'].filter((option) => option !== ''),
  };
  return [here, ...visible.flatMap((one) => placesBelow(one, [...path, one.name()], values))];
}

/** For bash from 3.2 on, which has no associative arrays. The longest path that the words begin with is the place. */
const inBash = (places: readonly Place[]): string => `_attestry_words() {
  case "$1" in
${places.map(({ path, words }) => `    '${path}') echo "${words.join(' ')}" ;;`).join('\n')}
  esac
}
_attestry_options() {
  case "$1" in
${places.map(({ path, options }) => `    '${path}') echo "${options.join(' ')}" ;;`).join('\n')}
  esac
}
_attestry() {
  local current="\${COMP_WORDS[COMP_CWORD]}" place="" next word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    next="\${place:+$place }$word"
    if [ -n "$(_attestry_options "$next")" ]; then place="$next"; fi
  done
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$(_attestry_options "$place")" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$(_attestry_words "$place")" -- "$current")) ;;
  esac
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _attestry attestry`;

const inFish = (places: readonly Place[]): string =>
  [
    `set -g __attestry_places ${places
      .filter(({ path }) => path !== '')
      .map(({ path }) => `'${path}'`)
      .join(' ')}`,
    'function __attestry_at',
    "  set -l place ''",
    '  for word in (commandline -opc)[2..-1]',
    '    set -l next (string trim -- "$place $word")',
    '    contains -- "$next" $__attestry_places; and set place $next',
    '  end',
    '  test "$place" = "$argv[1]"',
    'end',
    ...places.flatMap(({ path, words, options }) => {
      const at = `complete -c attestry -n '__attestry_at "${path}"'`;
      // Single quotes: fish runs the command in them when it completes.
      const listed = words.map((word) => word.replace(/^\$/, '').replaceAll("'", "\\'")).join(' ');
      return [
        ...(words.length === 0 ? [] : [`${at} -f -a '${listed}'`]),
        ...options.map((option) => `${at} -l ${option.slice(2)}`),
      ];
    }),
  ].join('\n');
