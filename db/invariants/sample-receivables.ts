/** Invoices, collections and journals of a small company that bills, as SQL: in the name of one preparer, without approvals. */
import { USER } from './sample-books.ts';

export const actor = USER.PREPARER;

/** What the company needs for them, as the system. */
export const RECEIVABLES = `
  update account set role = 'AR' where acct_code = '102303';
  update account set currency_id = 1 where acct_code = '102303';
  update account set role = 'CWT', currency_id = 1 where acct_code = '102401';
  update account set role = 'CUSTOMER_ADVANCES' where acct_code = '201010';
  update setting set value = value || '{"BI": false, "JE": false}' where key = 'approval_required';
  update setting set value = value || '{"JE": false, "CR": false}' where key = 'review_stage';
  insert into bank_header (bank_code, bank_name) values ('BPI', 'BPI');
  insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type, acct_code)
    values ('CA', 'BPI', 'BPI', '1', 'CA', '102101');
  insert into number_series (kind, series_from, series_to) values ('bi', 1, 9999999);
  insert into billing_service (billing_service_name) values ('SYSTEM USAGE FEE');
  insert into payee (payee_code, payee_desc, payee_type) values ('C1', 'Customer', 6), ('C2', 'Another', 6)`;

export const batch = (id: number, type: string, amount: number) => `
  insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php, payee_id, document_date)
    overriding system value values (${id}, '${type}', '${id}', ${actor}, ${amount}, ${amount}, 1, '2026-03-10');
  insert into document (id, batch_id, document_type, header_key, total_amount, payee_id, document_date, bank_id, is_or_ar)
    overriding system value values (${id}, ${id}, '${type}', 0, ${amount}, 1, '2026-03-10', ${['CN', 'OB', 'DM', 'CV', 'CW'].includes(type) ? 1 : null}, ${type === 'CN' ? 1 : null});`;
export const lineOf = (
  id: number,
  line_no: number,
  account: string,
  debit: number,
  credit: number,
  remarks: string,
) => `
  insert into line (document_id, line_no, account_id, payee_id, branch_id, department_id, billing_service_id,
      debit_amount, debit_php, credit_amount, credit_php, remarks)
    select ${id}, ${line_no}, a.id, 1, 1, case when a.acct_class = 'I' then 1 end, case when a.acct_group = 'I' then 1 end,
      ${debit}, ${debit}, ${credit}, ${credit}, '${remarks}' from account a where ${account};`;

/** An approved invoice of 100.00. */
export const invoice = (id: number) => `${batch(id, 'BI', 100)}
  insert into billing (document_id, payment_term, due_date) values (${id}, 0, '2026-03-10');
  insert into billing_service_line (document_id, line_no, vat, total_amount) values (${id}, 1, 3, 100);
  ${lineOf(id, 1, "role = 'AR'", 100, 0, 'Total Amount')} ${lineOf(id, 2, "acct_code = '401010'", 0, 100, 'Income Amount')}
  ${move(id, 'BI', 'submit', 1, 7)} select number_documents('bi', ${actor}, array[${id}]::bigint[]); ${entry(id)}`;

/** Cash that settles so much of an invoice, or is an advance. */
export const collection = (id: number, of: number | null, amount: number) => `${batch(id, 'CN', amount)}
  insert into collection (document_id, received_amount) values (${id}, ${amount});
  ${of === null ? '' : apply(id, of, amount)}
  ${lineOf(id, 1, "acct_code = '102101'", amount, 0, 'Cash')}
  ${lineOf(id, 2, `role = '${of === null ? 'CUSTOMER_ADVANCES' : 'AR'}'`, 0, amount, 'Receivable')}`;
export const apply = (id: number, of: number, amount: number) => `
  insert into collection_application (document_id, line_no, billing_invoice_no, cash_amount, receivable_php)
    values (${id}, 1, (select document_number from document where id = ${of}), ${amount}, ${amount});`;
/** A journal that credits, or with less than nothing debits, the receivable, in the name of an invoice or of none. */
export const journal = (
  id: number,
  of: number | null,
  amount: number,
  account = "role = 'AR'",
) => `${batch(id, 'JE', Math.abs(amount))}
  ${lineOf(id, 1, "acct_code = '102101'", Math.max(amount, 0), Math.max(-amount, 0), 'Other side')}
  ${lineOf(id, 2, account, Math.max(-amount, 0), Math.max(amount, 0), 'Receivable')}
  ${of === null ? '' : `update line set invoice_id = ${of} where document_id = ${id} and line_no = 2;`}`;
export const move = (id: number, type: string, action: string, from: number, to: number) => `
  insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
    select ${id}, '${type}', b.cycle, '${action}', ${from}, ${to}, ${actor}, 0, 1, 'So' from batch b where b.id = ${id};
  update batch set status = ${to} where id = ${id};`;
export const post = (id: number, type = 'CN') => move(id, type, 'submit', 1, 7) + entry(id);
export const cancel = (id: number, type: string) => move(id, type, 'void', 7, 20) + entry(id, true);
/** The entry of a document, or the mirror of it. */
export const entry = (id: number, mirrors = false) => `
  select post_entries(jsonb_build_array(jsonb_build_object('document_id', d.id, 'round', b.cycle, 'document_type', d.document_type,
      'entry_date', d.document_date, 'module', t.module, 'currency_id', b.currency_id, 'rate', b.dollar_rate,
      'reverses_id', ${mirrors ? '(select max(e.id) from journal_entry e where e.document_id = d.id and e.reverses_id is null)' : 'null'})),
    (select jsonb_agg(jsonb_build_object('entry', 0, 'account_id', l.account_id, 'payee_id', l.payee_id, 'branch_id', l.branch_id,
      'department_id', l.department_id, 'billing_service_id', l.billing_service_id, 'invoice_id', l.invoice_id,
      ${['debit', 'credit']
        .map((side, at) => {
          const own = mirrors ? ['credit', 'debit'][at] : side;
          return `'${side}', l.${own}_php, 'fc_${side}', l.${own}_amount`;
        })
        .join(', ')}) order by l.line_no)
      from line l where l.document_id = d.id))
  from document d join batch b on b.id = d.batch_id join document_type t on t.document_type = d.document_type where d.id = ${id};`;
