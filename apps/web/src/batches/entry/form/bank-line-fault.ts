import { bankLineFault } from '@talaan/core/ledger/bank-line';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { differenceOf } from '@talaan/core/ledger/balance';
import { formatAmount, parseAmount, requireAmount } from '@talaan/core/money/money';
import type { EntryChoices } from '../../record/batch-calls.ts';
import { balanceOf } from '../lines/entry-balance.ts';
import type { EntryLine } from '../lines/entry-line.ts';
import type { LinesChange } from '../lines/entry-lines.ts';
import type { EntryHeader } from './entry-form.ts';
import { choiceLabel, type LinesFault } from './line-corrections.ts';

/**
 * Why an entry cannot be submitted whose lines leave out the account of its bank (decisions §4); null where they do not.
 * It is mended on the side of the bank: by the amount on the other side of the account, by a new line for what is short,
 * else by the account of the line that stands there instead. `blank` is the row of the blank line at the end.
 */
export function bankFault(
  header: Pick<EntryHeader, 'document_type' | 'bank_id' | 'currency_id' | 'dollar_rate'>,
  filled: readonly { readonly line: EntryLine; readonly row: number }[],
  blank: number,
  { banks, accounts }: Pick<EntryChoices, 'banks' | 'accounts'>,
): LinesFault | null {
  const side = DOCUMENT_TYPES[header.document_type].header.bank_side;
  const bank = banks.find(({ id }) => id === header.bank_id);
  if (side === null || bank === undefined || filled.length === 0) return null;
  const message = bankLineFault(
    side,
    { ...bank, account_no: bank.code },
    filled.map(({ line }) => ({
      account_code: line.account?.code ?? '',
      debit_minor: parseAmount(line.debit) ?? 0n,
      credit_minor: parseAmount(line.credit) ?? 0n,
    })),
  );
  if (message === null) return null;

  const other = side === 'credit' ? 'debit' : 'credit';
  const turned = filled.find(({ line }) => line.account?.code === bank.acct_code && line[other] !== '');
  if (turned !== undefined) {
    const amount = turned.line[other];
    return {
      row: turned.row,
      field: other,
      message,
      correction: {
        label: `Use ${side === 'credit' ? 'Credit' : 'Debit'} ${formatAmount(requireAmount(amount))}`,
        changes: [{ type: 'set', row: turned.row, field: side, value: { kind: 'amount', amount } }],
      },
    };
  }

  const account = accounts.find(({ code }) => code === bank.acct_code);
  const takes = (row: number, before: LinesChange[] = [], after: LinesChange[] = []): LinesFault => ({
    row,
    field: 'account',
    message,
    ...(account === undefined
      ? {}
      : {
          correction: {
            label: choiceLabel(account),
            changes: [
              ...before,
              { type: 'set', row, field: 'account', value: { kind: 'choice', choice: account } },
              ...after,
            ],
          },
        }),
  });
  const { totals } = balanceOf(
    filled.map(({ line }) => line),
    header.currency_id,
    header.dollar_rate,
  );
  const short = side === 'credit' ? differenceOf(totals) : -differenceOf(totals);
  if (short > 0n) return takes(blank, [{ type: 'carry', row: blank }], [{ type: 'balance', row: blank }]);
  const onSide = filled.filter(({ line }) => line[side] !== '');
  const banksAccounts = new Set(banks.map(({ acct_code }) => acct_code));
  const instead =
    onSide.find(({ line }) => line.account === null || banksAccounts.has(line.account.code)) ??
    (onSide.length === 1 ? onSide[0] : undefined);
  return instead === undefined ? { row: blank, field: 'account', message } : takes(instead.row);
}
