import { sql } from 'kysely';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { invalid } from '../../platform/http/problem.ts';
import type { Change, ResourceOverride, WriteContext } from '../records/resource-override.ts';
import { refuseDeactivation } from './open-transactions.ts';

/**
 * The account behind a bank is what its vouchers credit: one with the role cash in bank, in the currency of the bank
 * account's class (data-model §1). Answers 422 under the account.
 */
export const bankOverride: ResourceOverride = {
  findRefusals: refuseDeactivation('status', 'bank'),
  async refuseChange(context: WriteContext, { stored, entry }: Change) {
    if (stored?.['acct_code'] === entry['acct_code'] && stored?.['acct_class'] === entry['acct_class']) return;
    const account = await context.db
      .selectFrom('account')
      .select(['role', 'currency_id'])
      .where('acct_code', '=', entry['acct_code'] as string)
      .executeTakeFirst();
    if (!account) return;
    const refuse = (reason: string) => invalid({ acct_code: [`Account ${entry['acct_code'] as string} ${reason}`] });
    if (account.role !== 'CIB') throw refuse('has not the role Cash in bank.');
    const isPeso = account.currency_id === CURRENCY_PESO;
    if (isPeso !== (entry['acct_class'] === 'P')) {
      throw refuse(
        isPeso ? 'is in pesos; the account class is Dollar.' : 'is not in pesos; the account class is Peso.',
      );
    }
  },
};

/** The address of the picture of a stock, which changes with the file, over the table's alias `t`; null without one. */
export const STOCK_PICTURE_ADDRESS = sql`(
  select '/api/cheque-layout/' || p.layout_id || '/picture?file=' || p.file_id
  from cheque_layout_picture p where p.layout_id = t.id)`;

/** A layout names the accounts that write their cheques on it, and has the picture of its stock. */
export const chequeLayoutOverride: ResourceOverride = {
  computed: {
    accounts: sql`(
      select string_agg(concat_ws(' ', k.bank_code, k.account_no), ', ' order by k.bank_code, k.account_no)
      from bank k where k.cheque_layout_id = t.id)`,
    picture: STOCK_PICTURE_ADDRESS,
  },
};
