/**
 * The environment of a child process that reads no settings: that of this one without ours, which may hold secrets, and with
 * these variables.
 */
export const childEnvironment = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ATTESTRY_'))),
  ...variables,
});
