import { addDays, addMonths, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { WriteContext } from '../../masterdata/records/resource-override.ts';
import { createMaster } from '../demo-masters.ts';

/** Post-dated cheques of the demo's customers: two that can be deposited today, two of later months, one that was replaced. */
export async function enterReceivedCheques(context: WriteContext, today: CalendarDate): Promise<void> {
  const cheques = [
    ['C0001', '0004711', addDays(today, -3), '56,000.00', 0],
    ['C0002', '0088120', today, '33,600.00', 0],
    ['C0001', '0004712', addMonths(today, 1), '56,000.00', 0],
    ['C0001', '0004713', addMonths(today, 2), '56,000.00', 0],
    ['C0002', '0088119', addDays(today, -20), '33,600.00', 2],
  ] as const;
  for (const [payee_code, cheque_number, cheque_date, cheque_amount, handed_back] of cheques)
    await createMaster(context, 'received_cheque', {
      payee_code,
      bank_name: 'Bangko Kunwari',
      cheque_number,
      cheque_date,
      cheque_amount,
      received_date: addDays(today, -30),
      handed_back,
    });
}
