import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { billingDoubts } from '@talaan/core/documents/billing/billing-doubts';
import { invoiceSums, type BilledService } from '@talaan/core/documents/billing/billing-lines';
import { billingHold } from '@talaan/core/documents/payee-state';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { formatAmount } from '@talaan/core/money/money';
import { multiplyByRate, parseRate } from '@talaan/core/money/rate';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { BILLING_TERMS } from '@talaan/contract/documents/billing/billing.fields';
import { DocumentEditor, DocumentGrid } from '../../batches/entry/document/document-editor.tsx';
import { formOfCopy } from '../../batches/entry/document/document-form.ts';
import type { FieldLook, HeadLook } from '../../batches/entry/document/head-look.ts';
import { useDocumentForm } from '../../batches/entry/document/use-document-form.ts';
import type { EditorProps } from '../../batches/entry/frame/opened-entry.ts';
import { TemplateField } from '../../batches/entry/header/template-field.tsx';
import { currencyCode } from '../../batches/record/batch-calls.ts';
import { Field } from '../../ui/fields/field.tsx';
import { ReadOnlyValue } from '../../ui/fields/text-input.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { BILLING, BILLING_GRID, billedBy, dueDateOf, type BillingHeader } from './billing-form.ts';
import { CustomerPart } from './customer-part.tsx';
import { InvoiceCards } from './invoice-cards.tsx';
import { LastInvoice } from './last-invoice.tsx';

/** A billing while it is typed: whom it bills, when it is due, and its services; the rest follows (ux §5). */
export function BillingEditor(props: EditorProps) {
  const { choices, stored } = props;
  const today = useToday();
  const billing = useDocumentForm(BILLING, props);
  const { header, lines } = billing.form;
  const services = useMemo(
    () => BILLING_GRID.filled(lines).map(({ line }) => billedBy(line, header.vat)),
    [lines, header.vat],
  );

  /** Bills the customer what an invoice did, on the date that is entered; remarks that were typed stay. */
  function copy(invoice: BatchDetail): void {
    const { billing_date, payee, remarks } = header;
    const copied = formOfCopy(BILLING, invoice, today);
    billing.replace({ ...copied, header: { ...copied.header, billing_date } });
    billing.changeHeader({ payee, ...(remarks === '' ? {} : { remarks }) });
    billing.grid.current?.focusCell(0, 'service');
  }
  const { total_minor } = invoiceSums(services);
  return (
    <DocumentEditor
      opened={props}
      edited={billing}
      document={billing.documentOf({ totalMinor: total_minor })}
      look={useBillingLook(props, header, services)}
      side={
        header.payee === null ? null : (
          <CustomerPart payeeId={header.payee.id} currencyId={header.currency_id} addedMinor={total_minor} />
        )
      }
      sums={{
        count: services.length === 1 ? '1 service' : `${services.length} services`,
        figures: sumsOf(services, header, currencyCode(choices, header.currency_id)),
      }}
    >
      <DocumentGrid edited={billing} own={BILLING.lines}>
        {stored === null && header.payee !== null && services.length === 0 ? (
          <LastInvoice payeeId={header.payee.id} onCopy={copy} />
        ) : null}
      </DocumentGrid>
      {services.length === 0 ? null : <InvoiceCards services={services} choices={choices} />}
    </DocumentEditor>
  );
}

/** How long it has, and the day on which it is due. */
export const termLook = (header: BillingHeader): FieldLook => ({
  hint: Number(header.payment_term) === 0 ? 'Due Immediately' : undefined,
  beside: (
    <Field label={BILLING_TERMS.fields.due_date.label}>
      <ReadOnlyValue>{dueDateOf(header) ?? ''}</ReadOnlyValue>
    </Field>
  ),
});

const OF_NO_TEMPLATE = { document_type: 'BI', regular_trx: null } as const;

/** Its two numbers, the day on which it is due, what is doubtful about the customer, and the way to billing many. */
function useBillingLook(
  { batchNumber, stored, choices }: EditorProps,
  header: BillingHeader,
  services: readonly BilledService[],
): HeadLook<BillingHeader> {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      title: `Billing ${batchNumber}`,
      numbers: {
        'Billing Request No.': batchNumber,
        'Billing Invoice No.': stored?.document_number ?? <span className="muted">given at approval</span>,
      },
      fields: { payment_term: termLook(header) },
      switches: stored === null && (
        <TemplateField
          header={OF_NO_TEMPLATE}
          choices={choices}
          none="Regular Transactions keeps them."
          onTemplate={(template) => {
            if (template !== null) void navigate({ to: '/trx-billing/regular', search: { template } });
          }}
        />
      ),
      warningsOf: (customer) => {
        const billed = services.map(({ vat, income_account }) => ({ vat, income_account, usual_vat: null }));
        return [billingHold(customer), ...billingDoubts(customer, billed).map(({ text }) => text)];
      },
    }),
    [batchNumber, stored, choices, header, services, navigate],
  );
}

/** What is billed so far. */
function sumsOf(services: readonly BilledService[], { currency_id, dollar_rate }: BillingHeader, currency: string) {
  const { total_minor, vat_minor } = invoiceSums(services);
  const rate = currency_id === CURRENCY_PESO ? null : parseRate(dollar_rate);
  return {
    Income: formatAmount(total_minor - vat_minor),
    VAT: formatAmount(vat_minor),
    'Total due': `${currency} ${formatAmount(total_minor)}`,
    'In pesos': rate === null ? undefined : `PHP ${formatAmount(multiplyByRate(total_minor, rate))}`,
  };
}
