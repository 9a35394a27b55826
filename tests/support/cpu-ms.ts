/** CPU time of this process in ms: limits on it hold on a busy machine too, unlike limits on elapsed time. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
