import { expect, it } from 'vitest';
import {
  chequeMoveRefusal,
  mayMoveCheque,
  RECEIVED_CHEQUE_ACTIONS,
  RECEIVED_CHEQUE_MOVES,
  RECEIVED_CHEQUE_STATES,
  statesBefore,
  type ReceivedChequeAction,
} from './received-cheque-state.ts';

it('a received cheque moves as its collection and its customer say, and no other way', () => {
  const lines = RECEIVED_CHEQUE_MOVES.map(({ from, to, action }) => `${from} → ${to}: ${action}`);
  expect(lines).toEqual([
    'Held → Deposited: deposit',
    'Bounced → Deposited: deposit',
    'Deposited → Held: withdraw',
    'Deposited → Bounced: bounce',
    'Held → Returned: return',
    'Bounced → Returned: return',
    'Replaced → Returned: return',
    'Held → Replaced: replace',
    'Bounced → Replaced: replace',
    'Returned → Replaced: replace',
    'Returned → Held: recover',
    'Returned → Bounced: recover',
    'Replaced → Held: recover',
    'Replaced → Bounced: recover',
  ]);
  expect(statesBefore('deposit')).toEqual(['Held', 'Bounced']);
});

it('what is not in the table is refused by name, and nothing else', () => {
  for (const state of RECEIVED_CHEQUE_STATES)
    for (const action of Object.keys(RECEIVED_CHEQUE_ACTIONS) as ReceivedChequeAction[]) {
      const isListed = RECEIVED_CHEQUE_MOVES.some((move) => move.from === state && move.action === action);
      expect(mayMoveCheque(state, action)).toBe(isListed);
      expect(chequeMoveRefusal({ name: 'Cheque 4711', state }, action) === null).toBe(isListed);
    }
  expect(chequeMoveRefusal({ name: 'Cheque 4711', state: 'Deposited' }, 'return')).toBe(
    'Cheque 4711 is deposited: “Return to the customer” is not possible now.',
  );
});
