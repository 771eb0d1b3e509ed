/** States of a cheque that a customer gave, as they are stored and read. */
export const RECEIVED_CHEQUE_STATES = ['Held', 'Deposited', 'Bounced', 'Returned', 'Replaced'] as const;
export type ReceivedChequeState = (typeof RECEIVED_CHEQUE_STATES)[number];

export const RECEIVED_CHEQUE_ACTIONS = {
  deposit: 'Deposit',
  withdraw: 'Withdraw the deposit',
  bounce: 'Bounced',
  return: 'Return to the customer',
  replace: 'Replace by another cheque',
  recover: 'Take back',
} as const;
export type ReceivedChequeAction = keyof typeof RECEIVED_CHEQUE_ACTIONS;

export interface ReceivedChequeMove {
  readonly from: ReceivedChequeState;
  readonly to: ReceivedChequeState;
  readonly action: ReceivedChequeAction;
}

const moves = (
  action: ReceivedChequeAction,
  from: readonly ReceivedChequeState[],
  ...to: readonly ReceivedChequeState[]
): ReceivedChequeMove[] => from.flatMap((state) => to.map((next) => ({ from: state, to: next, action })));

/**
 * Every move of a received cheque; the database has the same table and refuses any other. A deposit makes a collection; it is
 * withdrawn when that one is deleted, cancelled or void, and bounces when it is void because the bank returned the cheque. What
 * was handed back and is recovered is where it was before: bounced, or held.
 */
export const RECEIVED_CHEQUE_MOVES: readonly ReceivedChequeMove[] = [
  ...moves('deposit', ['Held', 'Bounced'], 'Deposited'),
  ...moves('withdraw', ['Deposited'], 'Held'),
  ...moves('bounce', ['Deposited'], 'Bounced'),
  ...moves('return', ['Held', 'Bounced', 'Replaced'], 'Returned'),
  ...moves('replace', ['Held', 'Bounced', 'Returned'], 'Replaced'),
  ...moves('recover', ['Returned', 'Replaced'], 'Held', 'Bounced'),
];

/** What was handed back, as the register keeps it (`handed_back`), by the move that says so. */
export const HANDED_BACK_BY = ['recover', 'return', 'replace'] as const satisfies readonly ReceivedChequeAction[];

/** The states from which a move can be made: of a deposit, those of the cheques that wait for it. */
export function statesBefore(action: ReceivedChequeAction): ReceivedChequeState[] {
  return [...new Set(RECEIVED_CHEQUE_MOVES.filter((move) => move.action === action).map(({ from }) => from))];
}

export function mayMoveCheque(state: ReceivedChequeState, action: ReceivedChequeAction): boolean {
  return statesBefore(action).includes(state);
}

/** Why a cheque cannot be moved, as 'Cheque 4711 is deposited: “Deposit” is not possible now.'; null where it can. */
export function chequeMoveRefusal(
  cheque: { readonly name: string; readonly state: ReceivedChequeState },
  action: ReceivedChequeAction,
): string | null {
  if (mayMoveCheque(cheque.state, action)) return null;
  const { name, state } = cheque;
  return `${name} is ${state.toLowerCase()}: “${RECEIVED_CHEQUE_ACTIONS[action]}” is not possible now.`;
}
