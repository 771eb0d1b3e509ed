import { billedService, type BilledService } from '@talaan/core/documents/billing/billing-lines';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import { BILLING_SERVICES } from '@talaan/contract/documents/billing/billing.fields';
import type { ChoicesOf } from '../../batches/entry/document/typed-columns.ts';
import { typedLines, type LineIn } from '../../batches/entry/document/typed-lines.ts';
import type { Choice } from '../../batches/entry/grid/grid-line.ts';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';

/** The services of a billing: totals with VAT are typed, income and VAT follow. */
export const BILLING_GRID = typedLines(BILLING_SERVICES, {
  service: {
    kind: 'choice',
    header: 'Service',
    wire: 'billing_service_id',
    width: 184,
    least: 144,
    required: true,
    invites: 'Service name',
    names: ['servicename', 'billingservice'],
  },
  description: { kind: 'prose', width: 120, grows: true, names: ['remarks', 'particulars'] },
  vat: { kind: 'choice', width: 88, carried: true, names: ['vattype'] },
  account: {
    kind: 'choice',
    header: 'Income Account',
    subject: 'Income account',
    wire: 'account_code',
    width: 224,
    least: 184,
    required: true,
    carried: true,
    names: ['accountcode'],
  },
  total_amount: { kind: 'amount', width: 104, required: true, names: ['amount'] },
  income_amount: { kind: 'computed', header: 'Income', width: 92 },
  vat_amount: { kind: 'computed', header: 'VAT Amount', width: 88 },
});

export type BillingLine = LineIn<typeof BILLING_GRID>;

/** The VAT kinds as a line may choose them. */
const VAT_CHOICES: readonly Choice[] = Object.entries(VAT_TYPES).map(([id, code]) => ({
  id: Number(id),
  code,
  name: '',
}));

export const vatChoice = (type: number): Choice | null => VAT_CHOICES.find(({ id }) => id === type) ?? null;

/** What each column is chosen from. Services have no code: their names stand for them. */
export const billingChoices = ({ services, accounts }: EntryChoices): ChoicesOf => ({
  service: services.map(({ id, name }) => ({ id, code: name, name })),
  vat: VAT_CHOICES,
  account: accounts.filter(({ acct_group }) => acct_group === 'I').map(({ id, code, name }) => ({ id, code, name })),
});

/** What a line bills by its own VAT or that of the whole billing; its amounts are 0 while they cannot be read. */
export const billedBy = (
  { service, vat, account, total_amount }: BillingLine,
  vatOfAll: number | null,
): BilledService =>
  billedService(
    { billing_service_id: service?.id ?? null, vat: vat?.id, account_code: account?.code ?? '', total_amount },
    vatOfAll,
  );

/** A line as the wire takes it. What could not be read is sent as it stands, so that the answer names it. */
export const billingLineInputOf = (line: BillingLine) => ({
  billing_service_id: line.service?.id ?? null,
  account_code: BILLING_GRID.text(line, 'account'),
  description: line.description,
  ...(line.vat === null ? {} : { vat: line.vat.id }),
  total_amount: BILLING_GRID.text(line, 'total_amount') || '0',
});
