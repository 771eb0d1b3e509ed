import { batchInput } from '@talaan/contract/documents/batch-input.contract';
import { STATUS } from '@talaan/core/documents/status';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { proposeLines, taxProposalOf } from '@talaan/core/documents/proposed-lines';
import { amountText } from '@talaan/core/money/money';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parsePercentage, type Percentage } from '@talaan/core/money/rate';
import type { ApprovalRules } from '@talaan/core/approval/allowed-actions';
import { loadApprovalRules } from '../approvals/approval-rules.ts';
import { cashReceiptDocument } from '../documents/cash-receipt/cash-receipt.document.ts';
import { definitionsOf } from '../batches/record/document-definition.ts';
import { disbursementDocuments } from '../documents/disbursement/disbursement.documents.ts';
import type { Database } from '../platform/database/database.ts';
import { bringBatches, saveEntries, stepsTo, type DemoBatch, type DemoEntry, type DemoStep } from './bring-batches.ts';
import { loadPrincipals, loadRecordIds } from './demo-people.ts';
import type { PaymentType, SeedPayment } from './payments/seed-payment.ts';

const DEFINITIONS = definitionsOf([...disbursementDocuments, cashReceiptDocument]);
const TYPES: readonly PaymentType[] = ['CV', 'CW', 'OB', 'DM', 'CR'];

/** The accounts of the tax lines, as the roles of the chart name them. */
const INPUT_VAT = { services: '108020', goods: '108010', capital_goods: '108030', imports: '108025' };
const WITHHELD = '203030';

/** The first cheque that each own bank account writes in the demo. */
const FIRST_CHEQUE = 1001;

/** Enters a set of payments and receipts, each step in the name of the person who takes it. */
export type PaymentWriter = (transaction: Database, payments: readonly SeedPayment[]) => Promise<void>;

/** Enters payments and receipts of the demo company through the transaction services. */
export async function createPaymentWriter(database: Database): Promise<PaymentWriter> {
  const people = await loadPrincipals(database);
  const records = { ...(await loadRecordIds(database)), ...(await loadPaymentRecords(database)) };
  const rules = new Map<PaymentType, ApprovalRules>();
  for (const type of TYPES) rules.set(type, await loadApprovalRules(database, type));
  const cheques = new Map<string, number>();

  const nextCheque = (payment: SeedPayment): string => {
    if (!DOCUMENT_TYPES[payment.type].header.cheque) return '';
    const next = cheques.get(payment.bank) ?? FIRST_CHEQUE;
    cheques.set(payment.bank, next + payment.dates.length);
    return String(next).padStart(7, '0');
  };

  return async (transaction, payments) => {
    const entries = payments.map((payment): DemoEntry => {
      const input = { ...batchInput.parse(bodyOf(payment, records, nextCheque(payment))), files: [] };
      return { preparer: payment.preparer, definition: DEFINITIONS.get(payment.type)!, input };
    });
    const numbers = await saveEntries(transaction, people, entries);
    const batches = payments.map((payment, place): DemoBatch => {
      const { type, preparer } = payment;
      const total = payment.total_minor * BigInt(payment.dates.length);
      const amount = { currency_id: CURRENCY_PESO, amount_minor: total, amount_php_minor: total };
      const steps = stepsTo(payment.status, { type, rules: rules.get(type)!, amount, preparer });
      return { type, batch_number: numbers[place]!, steps, afterwards: afterwardsOf(payment) };
    });
    await bringBatches(transaction, { people, definitions: DEFINITIONS }, batches);
  };
}

type Records = Awaited<ReturnType<typeof loadRecordIds>> & Awaited<ReturnType<typeof loadPaymentRecords>>;

function bodyOf(payment: SeedPayment, records: Records, cheque_number: string) {
  const { header } = DOCUMENT_TYPES[payment.type];
  const rate = payment.atc === undefined ? null : (records.rates.get(payment.atc) ?? null);
  const tax_code = payment.atc === undefined || rate === null ? null : { atc_code: payment.atc, rate };
  const part = { total_minor: payment.total_minor, vat_kind: 'services', tax_code } as const;
  const lines = proposeLines(taxProposalOf([part], payment.vat), {
    bank_side: header.bank_side ?? 'credit',
    accounts: { charged: payment.account, vat: INPUT_VAT, withheld: WITHHELD, bank: payment.bank },
  });
  const payee_id = records.payee.get(payment.payee) ?? null;
  const branch_id = records.branch.get(payment.branch) ?? null;
  const department_id = payment.department === undefined ? null : (records.department.get(payment.department) ?? null);
  return {
    document_type: payment.type,
    headers: [
      {
        document_date: payment.dates.join(','),
        remarks: payment.remarks,
        payee_id,
        bank_id: records.banks.get(payment.bank),
        payee_bank_id: payment.type === 'OB' ? (records.payee_banks.get(payment.payee) ?? null) : null,
        cheque_number,
        vat: payment.vat,
        atc_code: payment.atc ?? null,
        is_or_ar: payment.is_or_ar ?? null,
        is_pdc: payment.dates.length > 1 ? 1 : 0,
        is_confidential: payment.is_confidential ?? 0,
        trx_purchase_order: payment.order ?? null,
      },
    ],
    details: lines.map((line) => ({
      account_code: line.account_code,
      branch_id,
      department_id: line.part === 'charged' ? department_id : null,
      payee_id: line.part === 'bank' ? null : payee_id,
      part: line.part,
      atc_code: line.atc_code,
      tax_base: line.tax_base_minor === null ? '' : amountText(line.tax_base_minor),
      debit_amount: amountText(line.debit_minor),
      credit_amount: amountText(line.credit_minor),
    })),
  };
}

function afterwardsOf({ afterwards, preparer }: SeedPayment): DemoStep | undefined {
  switch (afterwards) {
    case 'returned':
      return { person: 'checker', status: STATUS.ACTIVE, remarks: 'Attach the statement of account.' };
    case 'rejected':
      return { person: 'checker', status: STATUS.ARCHIVED, remarks: 'Billed and paid last month already.' };
    case 'voided':
      return {
        person: 'checker',
        status: STATUS.ARCHIVED,
        remarks: 'Paid by mistake; the payee returned it.',
      };
    case 'in_process':
      return { person: preparer, status: STATUS.ACTIVE, processing: 1 };
    case undefined:
      return undefined;
  }
}

async function loadPaymentRecords(database: Database) {
  const [banks, payeeBanks, rates] = await Promise.all([
    database.selectFrom('bank').select(['id', 'acct_code']).execute(),
    database
      .selectFrom('payee_bank')
      .innerJoin('payee', 'payee.id', 'payee_bank.payee_id')
      .select(['payee_bank.id', 'payee.payee_code'])
      .execute(),
    database.selectFrom('alpha_tax_code').select(['atc_code', 'atc_rate']).execute(),
  ]);
  return {
    banks: new Map(banks.map((bank) => [bank.acct_code, bank.id])),
    payee_banks: new Map(payeeBanks.map((account) => [account.payee_code, account.id])),
    rates: new Map(rates.map((code): [string, Percentage | null] => [code.atc_code, parsePercentage(code.atc_rate)])),
  };
}
