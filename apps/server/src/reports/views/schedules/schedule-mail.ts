import type { ScheduleFormat } from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import { rhythmText } from '@talaan/core/calendar/rhythm';
import { mailText } from '../../../platform/mail/mail-text.ts';
import type { DueTimes } from './due-times.ts';

/** The kind of the mails of schedules. */
export const SCHEDULE_MAIL = 'report_schedule';

interface ScheduleMail {
  readonly reader: string;
  readonly owner: string;
  readonly title: string;
  readonly view: string;
  readonly period: string;
  readonly format: ScheduleFormat;
  /** When it comes; null where somebody sent it by hand. */
  readonly times: DueTimes | null;
  readonly address: string;
}

const OPENS: Record<ScheduleFormat, string> = {
  link: 'opens the report',
  pdf: 'opens the report and makes its PDF',
  xlsx: 'opens the report and makes its workbook',
};

/** A link and what it opens: no figure of the report is in it, so a mail that reaches somebody else tells him none. */
export function scheduleMail({ reader, owner, title, view, period, format, times, address }: ScheduleMail) {
  const when = times === null ? `${owner} sent it by hand.` : `It comes ${rhythmText(times)}; ${owner} set it.`;
  return mailText(
    `${title}, ${view}`,
    [
      `Good day, ${reader}.`,
      `${title}, view ${view}, ${period}:`,
      address,
      `The link asks you to sign in, ${OPENS[format]}, and shows what you may see by then.`,
      `${when} Leave it under Schedules in the user menu.`,
    ],
    address,
  );
}
