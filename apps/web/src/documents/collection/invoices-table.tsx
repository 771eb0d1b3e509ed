import { useEffect, useRef } from 'react';
import { minorOf, type GivenAmounts } from '@talaan/core/documents/collection/collected-from';
import { APPLIED_AMOUNTS } from '@talaan/core/documents/collection/collection-faults';
import { COLLECTION_APPLICATIONS } from '@talaan/contract/documents/collection/collection.fields';
import { agedDays } from '@talaan/core/receivables/aging';
import { parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import { appliedMinor, type Application } from '@talaan/core/receivables/allocation';
import { isBeyondAnyRate, MOST_WITHHELD_PERCENT } from '@talaan/core/receivables/withheld-doubt';
import { SumsTable, type RowNote, type SumsColumn } from '../../ui/table/sums-table.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { IconAlert } from '../../ui/icons.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { applicationTo, laterOf, NOT_APPLIED, type InvoiceRow } from './applied.ts';
import { invoiceId, type EditedCollection } from './use-collection-form.ts';
import styles from './invoices-table.module.css';

const FIELDS = COLLECTION_APPLICATIONS.fields;

/** The uncollected invoices of a customer, the oldest first, and what is applied to each (ux §12). */
export function InvoicesTable({
  collection,
  invoices,
}: {
  collection: EditedCollection;
  invoices: readonly InvoiceRow[];
}) {
  const { edited, placeOldest, clear } = collection;
  const applied = edited.form.lines;
  const chosen = invoices.filter(({ billing_invoice_no }) => applied[billing_invoice_no] !== undefined);
  const canPlace = invoices.length > 0;
  const body = useRef<HTMLTableSectionElement>(null);
  // What the page began with is in sight, as the invoice that is collected.
  useEffect(() => {
    body.current?.querySelector(`.${styles.chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, []);
  useShortcut('alt+o', 'Oldest first', placeOldest, { enabled: canPlace });
  return (
    <section className={styles.part} aria-label="Uncollected invoices">
      <div className={styles.head}>
        <h2 className={styles.title}>Uncollected invoices</h2>
        <span className="muted small figures">{`${chosen.length} of ${invoices.length} chosen`}</span>
        <span className={styles.acts}>
          <Button size="sm" keys="alt+o" disabled={!canPlace} onClick={placeOldest}>
            Oldest first
          </Button>
          <Button size="sm" variant="ghost" disabled={chosen.length === 0} onClick={clear}>
            Clear
          </Button>
        </span>
      </div>
      <SumsTable
        columns={columnsOf(collection, invoices)}
        rows={invoices}
        keyOf={({ billing_invoice_no }) => billing_invoice_no}
        total={invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`}
        styleOf={({ billing_invoice_no }) => applied[billing_invoice_no] !== undefined && styles.chosen}
        notesOf={(invoice) => notesOf(collection, invoice)}
        body={body}
        isRegion
        className={styles.invoices}
      />
    </section>
  );
}

/** What is known of an invoice, what is typed for it, and what stays open. */
function columnsOf(collection: EditedCollection, invoices: readonly InvoiceRow[]): readonly SumsColumn<InvoiceRow>[] {
  const { edited, apply } = collection;
  const { header, lines: applied } = edited.form;
  const isChosen = ({ billing_invoice_no }: InvoiceRow) => applied[billing_invoice_no] !== undefined;
  const summed = (name: string, of: (invoice: InvoiceRow) => bigint): SumsColumn<InvoiceRow> => ({
    name,
    figure: true,
    cell: (invoice) => formatAmount(of(invoice)),
    sum: formatAmount(sumMinor(invoices.map(of))),
  });
  const to = ({ billing_invoice_no }: InvoiceRow): GivenAmounts => applied[billing_invoice_no] ?? NOT_APPLIED;
  const staysOpen = (invoice: InvoiceRow) => invoice.open_minor - appliedMinor(applicationTo(applied, invoice));
  return [
    { name: 'Invoice No.', cell: (invoice) => <Choice collection={collection} invoice={invoice} /> },
    { name: 'Billing Date', cell: ({ billing_date }) => billing_date },
    { name: 'Days', figure: true, cell: ({ billing_date }) => daysOf(billing_date, header.collection_date) },
    summed('Billed', ({ billed_minor }) => billed_minor),
    summed('Open', ({ open_minor }) => open_minor),
    ...APPLIED_AMOUNTS.map((field) => ({
      ...summed(FIELDS[field].label, (invoice) => minorOf(to(invoice)[field])),
      cells: styles.typed,
      ends: styles.overTyped,
      cell: (invoice: InvoiceRow) => (
        <AmountField
          label={`${FIELDS[field].label} of ${invoice.billing_invoice_no}`}
          value={to(invoice)[field]}
          onChange={(value) => {
            if (isChosen(invoice) || value !== '')
              apply(invoice.billing_invoice_no, { ...to(invoice), [field]: value });
          }}
        />
      ),
    })),
    {
      ...summed('Stays open', staysOpen),
      cell: (invoice) => (
        <span className={classNames(staysOpen(invoice) === 0n && 'muted')}>{formatAmount(staysOpen(invoice))}</span>
      ),
    },
  ];
}

/** An invoice by which it is chosen, with what leaves it out of the oldest first. */
function Choice({ collection, invoice }: { collection: EditedCollection; invoice: InvoiceRow }) {
  const { edited, faults, choose } = collection;
  const { header, lines } = edited.form;
  const { billing_invoice_no: number, is_disputed } = invoice;
  return (
    <>
      <Checkbox
        id={invoiceId(number)}
        label={number}
        aria-invalid={faults[number] === undefined ? undefined : true}
        aria-describedby={faults[number] === undefined ? undefined : `${invoiceId(number)}-fault`}
        checked={lines[number] !== undefined}
        onChange={({ target }) => choose(number, target.checked)}
      />
      {is_disputed ? <StatusChip hue="amber" label="Disputed" /> : null}
      {laterOf(invoice, header) !== null ? <StatusChip hue="neutral" label="Dated later" /> : null}
    </>
  );
}

/** What is doubtful or wrong about what is typed for an invoice, below it. */
function notesOf({ edited, faults }: EditedCollection, invoice: InvoiceRow): readonly RowNote[] {
  const { billing_invoice_no: number } = invoice;
  const doubt = withheldWarning(invoice, applicationTo(edited.form.lines, invoice));
  const fault = faults[number];
  return [
    ...(doubt === null ? [] : [{ className: styles.doubt, text: doubt, icon: <IconAlert /> }]),
    ...(fault === undefined ? [] : [{ className: styles.fault, text: fault, id: `${invoiceId(number)}-fault` }]),
  ];
}

/** What is doubtful about the tax withheld of an invoice while it is typed; null for nothing. */
function withheldWarning({ billed_minor, taken }: InvoiceRow, { withheld_minor }: Application): string | null {
  return billed_minor > 0n &&
    withheld_minor > 0n &&
    isBeyondAnyRate(withheld_minor + taken.withheld_minor, taken.base_minor)
    ? `More than ${MOST_WITHHELD_PERCENT} % of what was billed without VAT is withheld. No rate is as high: the rest counts as written off.`
    : null;
}

/** Days that an invoice has aged on the day of the collection; nothing while either date is none. */
function daysOf(billed: string, collected: string): string {
  const [from, to] = [parseCalendarDate(billed), parseCalendarDate(collected)];
  return from === null || to === null
    ? ''
    : String(agedDays({ billing_date: from, due_date: from, owed_minor: 0n }, to));
}
