import { createContext, useContext, useState, type ReactNode } from 'react';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { calendarDateAt } from './company-clock.ts';

const TodayContext = createContext<CalendarDate | null>(null);

/** Gives the fields below the date of today by the server's clock. */
export function TodayProvider({ today, children }: { today: CalendarDate; children: ReactNode }) {
  return <TodayContext.Provider value={today}>{children}</TodayContext.Provider>;
}

/** Today in the company's zone. */
export function useToday(): CalendarDate {
  const [byThisMachine] = useState(() => calendarDateAt(Date.now()));
  return useContext(TodayContext) ?? byThisMachine;
}
