/** Arguments of this process by which Node reads TypeScript, for a child that runs from the sources as well. */
export function loaderArguments(): readonly string[] {
  const { execArgv } = process;
  return execArgv.flatMap((argument, index) => {
    const isLoader = ['--import', '--require', '-r', '--loader'].includes(argument);
    return isLoader
      ? [argument, execArgv[index + 1] ?? '']
      : /^--(?:import|require|loader)=/.test(argument)
        ? [argument]
        : [];
  });
}
