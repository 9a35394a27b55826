import type { Command } from 'commander';
import { dayOf, planTicks, type Tick } from '../../pipeline/publishers/ticks/plan-ticks.ts';
import { alarmText, isoDay } from '../../pipeline/publishers/ticks/publish-ticks.ts';
import { openEngine } from '../engine/open-engine.ts';
import { appendTick, newestTicks } from '../log/newest-ticks.ts';
import { command, type Context, runs } from '../program/command.ts';

export const ticksCommand = (): Command =>
  command('ticks', 'the days that the log has begun')
    .action(runs(show))
    .addCommand(
      command('resume', 'begins today by the clock of this host, which the operator vouches for').action(runs(resume)),
    );

const show = (context: Context): Promise<void> =>
  withPlan(context, async ({ last, alarm, now }, { out }) => {
    const lastDay = last === null ? null : isoDay(last);
    const message = alarm === null ? null : alarmText(alarm, last, now);
    out.result(
      { lastDay, alarm, message },
      message ?? (lastDay === null ? 'no day has begun' : `${lastDay} has begun`),
    );
  });

const resume = (context: Context): Promise<void> =>
  withPlan(context, async ({ alarm, last, now, newest, append }, { out }) => {
    const day = isoDay(dayOf(now));
    // Only the publisher knows why it distrusts its clock, so an operator may always begin a day that has not begun.
    if (alarm === null && (last === null || last >= dayOf(now))) {
      out.result({ day, resumed: false }, 'days begin by themselves; nothing was written');
      return;
    }
    const tick: Tick = { day: dayOf(now), resumed: true };
    await append(
      tick,
      newest.map((_, partition) => partition),
    );
    out.result({ day, resumed: true }, `${day} has begun; the next days follow by themselves`);
  });

interface PlannedTicks {
  readonly newest: readonly (Tick | null)[];
  readonly last: number | null;
  readonly alarm: ReturnType<typeof planTicks>['alarm'];
  /** Milliseconds. */
  readonly now: number;
  readonly append: (tick: Tick, partitions: readonly number[]) => Promise<void>;
}

async function withPlan(
  context: Context,
  use: (planned: PlannedTicks, context: Context) => Promise<void>,
): Promise<void> {
  const engine = await openEngine(context.loaded.config, context.logger);
  try {
    const [newest, now] = [await newestTicks(engine), context.clock()];
    // A day that the publisher has not begun yet is no fault: only what it would not begin by itself is an alarm here.
    const { alarm } = planTicks({ newest, now, trust: 'steady' });
    const days = newest.flatMap((tick) => (tick === null ? [] : [tick.day]));
    const last = days.length === 0 ? null : Math.max(...days);
    await use(
      { newest, now, last, alarm, append: (tick, partitions) => appendTick(engine, tick, partitions) },
      context,
    );
  } finally {
    await engine.close();
  }
}
