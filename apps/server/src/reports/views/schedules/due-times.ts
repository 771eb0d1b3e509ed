import { lastDayOf, nextDayOf, type Rhythm } from '@talaan/core/calendar/rhythm';
import { addDays } from '@talaan/core/calendar/calendar-date';
import { hourInManila, instantInManila, today } from '../../../platform/clock.ts';

/** On which days and at which hour of the company's clock a schedule is due. */
export interface DueTimes extends Rhythm {
  readonly hour: number;
}

/** The last time at which it was due until now: what was missed before that is not made up for. */
export function lastDue(schedule: DueTimes, now: Date): Date {
  const day = hourInManila(now) >= schedule.hour ? today(now) : addDays(today(now), -1);
  return instantInManila(lastDayOf(schedule, day), schedule.hour);
}

/** The next time at which it is due after now. */
export function nextDue(schedule: DueTimes, now: Date): Date {
  const day = hourInManila(now) < schedule.hour ? today(now) : addDays(today(now), 1);
  return instantInManila(nextDayOf(schedule, day), schedule.hour);
}
