import { createContext, useContext, useState, type ReactNode } from 'react';
import { parseCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';

/** The zone in which the company keeps its calendar (decisions §1). */
const COMPANY_TIME_ZONE = 'Asia/Manila';

const TodayContext = createContext<CalendarDate | null>(null);

/** The calendar date in the company's zone at an instant, in milliseconds of the clock of this machine or the server. */
export function calendarDateAt(instant: number): CalendarDate {
  const text = new Intl.DateTimeFormat('en-CA', {
    timeZone: COMPANY_TIME_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
  const date = parseCalendarDate(text);
  if (date === null) throw new Error(`The clock of this machine is outside the calendar: ${text}`);
  return date;
}

/** Gives the fields below the date of today by the server's clock. */
export function TodayProvider({ today, children }: { today: CalendarDate; children: ReactNode }) {
  return <TodayContext.Provider value={today}>{children}</TodayContext.Provider>;
}

/** Today in the company's zone. */
export function useToday(): CalendarDate {
  const [byThisMachine] = useState(() => calendarDateAt(Date.now()));
  return useContext(TodayContext) ?? byThisMachine;
}
