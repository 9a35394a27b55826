import type { AccountsState } from './accounts-state.ts';

/** The end of the process alone loses no row of its engine; that of the machine may, and ends the other process, too. */
export function loseRows(state: AccountsState): void {
  const { simulation, tables, services } = state;
  if (!simulation.faults.strikes('power-failure')) return;
  state.boot += 1;
  tables.crash();
  if (services.serve?.main.dead === false) simulation.kill(services.serve.process);
}
