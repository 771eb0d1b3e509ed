import { nameConstraints } from '../../platform/http/constraint-errors.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';

const OFF = 'The printer is off by more than 5 mm. Set it right, and print at 100 %.';

/** Names the guards of the register, so that a voucher that runs into one says so in words. */
export function nameChequeConstraints(): void {
  nameConstraints({
    cheque_number_once: () =>
      conflict(
        'cheque_used',
        'This cheque number is in the register of the bank account already. Enter another number.',
      ),
    cheque_number_missing: ({ message }) => conflict('cheque_number_missing', message ?? ''),
    cheque_issued: ({ message }) => conflict('cheque_issued', message ?? ''),
    cheque_cleared: ({ message }) => conflict('cheque_cleared', message ?? ''),
    voucher_has_cheque: ({ message }) => conflict('cheque_of_voucher', message ?? ''),
    cheque_moved_meanwhile: ({ message }) => conflict('no_such_move', message ?? ''),
    cheque_before_voucher: ({ message }) => conflict('cheque_before_voucher', message ?? ''),
    cheque_move_listed: ({ message }) => conflict('no_such_move', message ?? ''),
    cheque_spoil_second_person: ({ message }) => conflict('second_person', message ?? ''),
    cheque_replace_second_person: ({ message }) => conflict('second_person', message ?? ''),
    cheque_misprinted: ({ message }) => conflict('misprinted', message ?? ''),
    cheque_run_leaf_once: () => conflict('not_printed', 'A leaf is printed once.'),
    cheque_run_leaf_printed: ({ message }) => conflict('not_printed', message ?? ''),
    cheque_run_leaf_kept: ({ message }) => conflict('not_printed', message ?? ''),
    cheque_alarm_settled: ({ message }) => conflict('alarm_settled', message ?? ''),
    cheque_alarm_second_person: ({ message }) => conflict('second_person', message ?? ''),
    cheque_alarm_state: ({ message }) => conflict('no_such_move', message ?? ''),
    cheque_alarm_day: ({ message }) => invalid({ on: [message ?? ''] }),
    cheque_alarm_cheque: () =>
      conflict('cheque_alarm', 'The bank paid this leaf: it stays in the register with its alarm.'),
    cheque_offset_across: () => invalid({ measured_left: [OFF] }),
    cheque_offset_down: () => invalid({ measured_top: [OFF] }),
    cheque_reason: ({ message }) => invalid({ reason: [message ?? 'Reason is required.'] }),
    cheque_of_voucher_kept: ({ message }) => conflict('cheque_of_voucher', message ?? ''),
    cheque_book_overlap: () =>
      conflict('book_overlaps', 'Another cheque book of this account has some of these numbers.'),
  });
}
