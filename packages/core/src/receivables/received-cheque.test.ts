import { expect, it } from 'vitest';
import { requireCalendarDate } from '../calendar/calendar-date.ts';
import { depositRefusal, type ChequeToDeposit } from './received-cheque.ts';

const CHEQUE: ChequeToDeposit = {
  name: 'Cheque 4711 of ABC TRADING',
  state: 'Held',
  cheque_date: requireCalendarDate('2025-08-31'),
};
const on = (day: string, cheque = CHEQUE) => depositRefusal(cheque, requireCalendarDate(day));

it('a cheque is not deposited where its state, its date or its age is against it, in that order', () => {
  expect(on('2025-08-01', { ...CHEQUE, state: 'Deposited' })).toEqual({
    rule: 'cheque_not_held',
    message: 'Cheque 4711 of ABC TRADING is deposited: “Deposit” is not possible now. Leave it out.',
  });
  expect(on('2025-08-30')).toEqual({
    rule: 'cheque_not_due',
    message: 'Cheque 4711 of ABC TRADING is dated 31 Aug 2025: deposit it from that day on.',
  });
  expect(on('2026-03-01')).toMatchObject({
    rule: 'cheque_stale',
    message: expect.stringContaining('after 28 Feb 2026'),
  });
});

it('a cheque that is held or bounced is deposited from its date to the last day of its six months', () => {
  expect([on('2025-08-31'), on('2026-02-28'), on('2025-08-31', { ...CHEQUE, state: 'Bounced' })]).toEqual([
    null,
    null,
    null,
  ]);
});
