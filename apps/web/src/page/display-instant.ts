import { calendarDateAt, clockAt } from '../ui/dates/company-clock.ts';

/** An instant (ISO text) as date and time in the company's zone: 2025-05-22 14:02. */
export function displayInstant(instant: string): string {
  const at = Date.parse(instant);
  return `${calendarDateAt(at)} ${clockAt(at)}`;
}
