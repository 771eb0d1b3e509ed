import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { firstDayOfPeriod, PERIOD_MODULES, type PeriodModule } from '@talaan/core/calendar/accounting-period';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { wireNumber } from '../http/wire-number.ts';
import { calendarDay } from '../documents/wire-values.ts';

/**
 * What a month would leave behind: `open` a transaction on its way to the ledger, `to_mature` an approved cheque whose day
 * is still to come, `not_matured` one that could not be posted on its day, `to_reverse` an accrual whose reversal falls into the month,
 * or waits since an earlier one, and is not posted.
 */
const CLOSING_STATES = ['open', 'to_mature', 'not_matured', 'to_reverse'] as const;

const closingItem = z.object({
  batch_number: z.string(),
  document_type: z.string(),
  /** The first of its dates in the month. */
  document_date: calendarDay,
  payee: z.string().nullable(),
  /** Of its documents in the month, in its currency. */
  amount: z.string(),
  currency: z.string(),
  state: z.enum(CLOSING_STATES),
  /** 'Approval 2', 'Released', or why it could not be posted. */
  note: z.string(),
});

/** Open work of a month, by who prepared it. */
const closingChecklist = z.object({
  owners: z.array(z.object({ user_id: z.int(), user_name: z.string(), items: z.array(closingItem) })),
  /** All that the caller may see; the owners list the first of them. */
  total: z.int(),
  /** Whether there are others that he may not see. */
  others: z.boolean(),
});
export type ClosingChecklist = z.infer<typeof closingChecklist>;

const WRONG_MODULE = 'module must be disbursement, cash_receipt or general_journal, or several of them with commas.';

export const readClosingChecklist = defineRoute({
  method: 'GET',
  path: '/closing-checklist',
  summary: 'What is still open in a month, before parts of it are closed',
  tag: 'Accounting Period',
  access: { kind: 'module', module: 'Accounting Period', level: ACCESS.select },
  query: z.object({
    period: wireNumber(
      z
        .number('period must be a year and month such as 202605.')
        .int('period must be a year and month such as 202605.'),
    ).refine((period) => firstDayOfPeriod(period) !== null, 'period must be a year and month such as 202605.'),
    module: z.string(WRONG_MODULE).transform((text, context) => {
      const modules = text.split(',');
      if (modules.every((module): module is PeriodModule => PERIOD_MODULES.includes(module as PeriodModule)))
        return modules;
      context.addIssue(WRONG_MODULE);
      return z.NEVER;
    }),
  }),
  response: recordOf(closingChecklist),
});
