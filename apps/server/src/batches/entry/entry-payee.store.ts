import { sql } from 'kysely';
import type { EntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import { STATUS } from '@talaan/core/documents/status';
import { IS_EMPLOYEE } from '../risks/payee-state.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';

/** What an entry takes over of a payee, with those of its bank accounts that are open today; 404 for an unknown one. */
export async function readEntryPayee(database: Database, payeeId: number): Promise<EntryPayee> {
  const found = await sql<EntryPayee>`
    select p.id, p.payee_code, p.payee_desc, p.trader_name, p.business_style, p.tin, p.contact_num, p.email_add,
      p.house_unit, p.street, p.municipality, p.city, p.zip_code, p.vat, p.atc_code,
      payee_hold(p.id) as held_by, p.billing_hold, ${IS_EMPLOYEE} as is_employee, p.employee_status, p.sub_agent_status,
      (select coalesce(json_agg(json_build_object('id', k.id, 'account_number', k.account_number,
          'acct_name', k.acct_name, 'bank_code', h.bank_code, 'bank_name', h.bank_name, 'currency_id', k.currency_id)
          order by h.bank_code, k.account_number), '[]')
        from payee_bank k join bank_header h on h.id = k.bank_id
        where k.payee_id = p.id and coalesce(k.start_date, manila_today()) <= manila_today()
          and coalesce(k.end_date, manila_today()) >= manila_today()) as banks,
      (select coalesce(json_agg(json_build_object('po_number', b.batch_number, 'po_date', b.document_date,
          'remarks', coalesce(d.remarks, ''), 'currency_id', b.currency_id,
          'open_amount', (b.total_amount - o.vouchered_amount)::numeric(18, 2)::text) order by b.document_date, b.id), '[]')
        from batch b join document d on d.batch_id = b.id join purchase_order o on o.document_id = d.id
        where b.payee_id = p.id and b.status between ${STATUS.APPROVED} and ${STATUS.PARTLY_USED} and b.is_confidential = 0
          and o.vouchered_amount < b.total_amount) as orders
    from payee p where p.id = ${payeeId}`.execute(database);
  const payee = found.rows[0];
  if (!payee) throw notFound(`Payee ${payeeId} does not exist.`);
  return payee;
}
