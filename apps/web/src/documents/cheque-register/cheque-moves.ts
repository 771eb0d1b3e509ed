import { CHEQUE_ACTIONS, CHEQUE_STATES, type ChequeAction } from '@talaan/core/documents/cheque/cheque-state';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { DocumentInRun } from '@talaan/contract/paper-runs/paper-run.contract';
import type { ChequeRow } from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { MenuAction } from '../../ui/menus/action-menu.tsx';
import { chequeName } from './cheque-columns.tsx';
import type { ChequeToRun } from './runs/run-cheques-dialog.tsx';

/** What a person asks the register for: a dialog of its own each. */
export type Asked =
  | { readonly kind: 'move'; readonly action: ChequeAction; readonly cheques: readonly ChequeRow[] }
  | { readonly kind: 'number'; readonly cheques: readonly ChequeRow[] }
  | { readonly kind: 'vouchers'; readonly cheques: readonly ChequeRow[] }
  | { readonly kind: 'run'; readonly cheques: readonly ChequeToRun[] }
  | { readonly kind: 'settle'; readonly alarm: number; readonly cheque: string }
  | { readonly kind: 'books' | 'calibrate' | 'leaf' };

/** The moves that at least one of the cheques allows, with how many do. */
export function movesOf(cheques: readonly ChequeRow[], onAsk: (asked: Asked) => void): MenuAction[] {
  const actions = (Object.keys(CHEQUE_ACTIONS) as ChequeAction[]).filter((action) =>
    cheques.some((cheque) => cheque.actions.includes(action)),
  );
  if (actions.length === 0) {
    const disabledReason = 'None of these can be moved by you now.';
    return [{ id: 'none', label: 'Change status', disabledReason, onSelect: () => undefined }];
  }
  return actions.map((action) => {
    const count = cheques.filter((cheque) => cheque.actions.includes(action)).length;
    return {
      id: action,
      label: CHEQUE_ACTIONS[action],
      ...(cheques.length === 1 ? {} : { detail: `${count} of ${cheques.length}` }),
      danger: action === 'stop' || action === 'cancel',
      onSelect: () => onAsk({ kind: 'move', action, cheques }),
    };
  });
}

/** Why these cheques cannot be given numbers together; undefined when they can. */
export function whyNotNumber(cheques: readonly ChequeRow[]): string | undefined {
  if (new Set(cheques.map(({ bank_id }) => bank_id)).size > 1) return 'Choose cheques of one bank account.';
  const other = cheques.find(({ state }) => state !== 'queued');
  if (other) return `${chequeName(other)} is ${CHEQUE_STATES[other.state]}; only queued cheques get a number.`;
  const numbered = cheques.find(({ cheque_number }) => cheque_number !== null);
  return numbered === undefined ? undefined : `${chequeName(numbered)} has its number already.`;
}

/** Why these cheques cannot be printed in one run; undefined when they can. Of each the question says why it is not. */
export function whyNotPrint(cheques: readonly ChequeRow[]): string | undefined {
  return new Set(cheques.map(({ bank_id }) => bank_id)).size > 1 ? 'Choose cheques of one bank account.' : undefined;
}

/** The vouchers that pay by these cheques, each once; a leaf that pays nothing has none. */
export function vouchersOf(cheques: readonly ChequeRow[]): DocumentInRun[] {
  return cheques.flatMap(({ document_type, batch_number, document_number }) =>
    document_type === null || batch_number === null || document_number === null
      ? []
      : [{ document_type: document_type as DocumentType, batch_number, document_number }],
  );
}

/** Why nothing is printed of these cheques; undefined where there is a voucher. */
export function whyNoVoucher(cheques: readonly ChequeRow[]): string | undefined {
  return vouchersOf(cheques).length === 0 ? 'A leaf that pays nothing has no voucher.' : undefined;
}

/** Leaves are taken in the order of the cheque dates, and of the vouchers within a day. */
export function inDateOrder(cheques: readonly ChequeRow[]): ChequeRow[] {
  const keyOf = ({ cheque_date, document_number }: ChequeRow) => `${cheque_date ?? ''} ${document_number ?? ''}`;
  return cheques.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), 'en'));
}
