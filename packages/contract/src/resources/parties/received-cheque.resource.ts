import { parseAmount } from '@talaan/core/money/money';
import { RECEIVED_CHEQUE_STATES } from '@talaan/core/receivables/received-cheque-state';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/**
 * Post-dated cheques that customers gave, in pesos. A cheque leaves the invoice open until its deposit makes the collection;
 * it bounced when that collection was voided because the bank returned it, and is held again when it was for another reason.
 */
export const receivedCheque = defineResource({
  name: 'received_cheque',
  title: { one: 'cheque received', many: 'Cheques Received' },
  fields: {
    payee_code: field.reference({ label: 'Customer', to: 'payee', stores: 'id', column: 'payee_id' }),
    payee_desc: field.lookup({ label: 'Customer name', through: 'payee_code', shows: ['payee_desc'] }),
    bank_name: field.general({ label: 'Drawn on', max: 250 }),
    cheque_number: field.code({ label: 'Cheque no.', max: 60 }),
    cheque_date: field.date({ label: 'Cheque date' }),
    cheque_amount: field.amount({ label: 'Amount' }),
    received_date: field.date({ label: 'Received on' }),
    billing_invoice_no: field.general({ label: 'For invoice', max: 60, optional: true }),
    handed_back: field.numberedChoice({
      label: 'Handed back',
      of: { 0: 'No', 1: 'Returned to the customer', 2: 'Replaced by another cheque' },
      default: 0,
    }),
    remarks: field.general({ label: 'Remarks', max: 250, optional: true }),
    state: field.generated({ label: 'State', type: 'text', stored: true, of: RECEIVED_CHEQUE_STATES }),
    /** The number of the last collection that its deposit made. */
    collection_number: field.generated({ label: 'Collection', type: 'text', stored: false }),
  },
  key: 'cheque_number',
  unique: [['payee_code', 'bank_name', 'cheque_number']],
  list: {
    columns: [
      { field: 'cheque_date', width: 104, line: true },
      { field: 'payee_desc', label: 'Customer' },
      { field: 'cheque_number', width: 96, line: true },
      { field: 'bank_name', width: 128 },
      { field: 'cheque_amount', width: 104, line: true },
      { field: 'billing_invoice_no', width: 120 },
      { field: 'state', width: 92, line: true },
      { field: 'collection_number', width: 96 },
    ],
    search: [
      'payee_code',
      'payee_desc',
      'cheque_number',
      'bank_name',
      'billing_invoice_no',
      'cheque_amount',
      'remarks',
    ],
    filters: ['state', 'payee_code'],
    sort: 'cheque_date',
  },
  dropdown: { name: ['cheque_number', 'payee_desc'], extra: ['cheque_amount'] },
  form: {
    width: 480,
    sections: [
      { title: 'Cheque', fields: ['payee_code', 'bank_name', 'cheque_number', 'cheque_date', 'cheque_amount'] },
      { title: 'Register', fields: ['received_date', 'billing_invoice_no', 'handed_back', 'remarks'] },
    ],
  },
  describe: (row) => `Cheque ${row.cheque_number} of ${row.payee_code}`,
  check: ({ cheque_amount }) =>
    parseAmount(cheque_amount) === 0n ? [{ field: 'cheque_amount', message: 'Amount must be above 0.' }] : [],
});
export type ReceivedCheque = ResourceRow<typeof receivedCheque>;
