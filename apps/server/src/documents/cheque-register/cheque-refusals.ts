import { asConflict, asFaultOf, nameConstraints } from '../../platform/http/constraint-errors.ts';
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
    cheque_number_missing: asConflict('cheque_number_missing'),
    cheque_issued: asConflict('cheque_issued'),
    cheque_cleared: asConflict('cheque_cleared'),
    voucher_has_cheque: asConflict('cheque_of_voucher'),
    cheque_moved_meanwhile: asConflict('no_such_move'),
    cheque_before_voucher: asConflict('cheque_before_voucher'),
    cheque_move_listed: asConflict('no_such_move'),
    cheque_spoil_second_person: asConflict('second_person'),
    cheque_replace_second_person: asConflict('second_person'),
    cheque_misprinted: asConflict('misprinted'),
    cheque_run_leaf_once: () => conflict('not_printed', 'A leaf is printed once.'),
    cheque_run_leaf_printed: asConflict('not_printed'),
    cheque_run_leaf_kept: asConflict('not_printed'),
    cheque_alarm_settled: asConflict('alarm_settled'),
    cheque_alarm_second_person: asConflict('second_person'),
    cheque_alarm_state: asConflict('no_such_move'),
    cheque_alarm_day: asFaultOf('on'),
    cheque_alarm_cheque: () =>
      conflict('cheque_alarm', 'The bank paid this leaf: it stays in the register with its alarm.'),
    cheque_offset_across: () => invalid({ measured_left: [OFF] }),
    cheque_offset_down: () => invalid({ measured_top: [OFF] }),
    cheque_reason: asFaultOf('reason'),
    cheque_of_voucher_kept: asConflict('cheque_of_voucher'),
    cheque_book_overlap: () =>
      conflict('book_overlaps', 'Another cheque book of this account has some of these numbers.'),
  });
}
