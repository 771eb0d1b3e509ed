import { useEffect, useRef, type ReactNode } from 'react';
import { applicationOf, minorOf } from '@talaan/core/documents/collection/collected-from';
import { agedDays } from '@talaan/core/receivables/aging';
import { parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import { appliedMinor } from '@talaan/core/receivables/allocation';
import { isBeyondAnyRate, MOST_WITHHELD_PERCENT } from '@talaan/core/receivables/withheld-doubt';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { IconAlert } from '../../ui/icons.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { laterOf, NOT_APPLIED, type Applied, type AppliedField, type AppliedTo, type InvoiceRow } from './applied.ts';
import { invoiceId, type EditedCollection } from './use-collection-form.ts';
import styles from './invoices-table.module.css';

const TYPED: readonly (readonly [AppliedField, string])[] = [
  ['cash_amount', 'Cash'],
  ['withholding_amount', 'Withholding'],
  ['write_off_amount', 'Write-off'],
];

const TYPED_NAMES = TYPED.map(([, name]) => name);
const figureStyle = (name: string) => classNames(styles.figure, TYPED_NAMES.includes(name) && styles.overTyped);

/** What is added up at the foot, of an invoice in minor units. */
function sumsOf(applied: AppliedTo): readonly (readonly [name: string, of: (invoice: InvoiceRow) => bigint])[] {
  const to = ({ billing_invoice_no }: InvoiceRow) => applied[billing_invoice_no] ?? NOT_APPLIED;
  return [
    ['Billed', ({ billed_minor }) => billed_minor],
    ['Open', ({ open_minor }) => open_minor],
    ...TYPED.map(([field, name]) => [name, (one: InvoiceRow) => minorOf(to(one)[field])] as const),
    ['Stays open', (one) => staysOpen(one, to(one))],
  ];
}

const staysOpen = ({ open_minor }: InvoiceRow, one: Applied) => open_minor - appliedMinor(applicationOf(one));

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
  const sums = sumsOf(applied);
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
      <div className={styles.scroll} data-region>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Invoice No.</th>
              <th scope="col">Billing Date</th>
              {['Days', ...sums.map(([name]) => name)].map((name) => (
                <th key={name} scope="col" className={figureStyle(name)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {invoices.map((invoice) => (
              <InvoiceRows key={invoice.billing_invoice_no} collection={collection} invoice={invoice} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`}
              </th>
              {sums.map(([name, of]) => (
                <td key={name} className={`${figureStyle(name)} figures`} data-label={name}>
                  {formatAmount(sumMinor(invoices.map(of)))}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

/** An invoice with what is typed for it, and what is doubtful or wrong about that below. */
function InvoiceRows({ collection, invoice }: { collection: EditedCollection; invoice: InvoiceRow }) {
  const { edited, faults, apply, choose } = collection;
  const { header, lines } = edited.form;
  const { billing_invoice_no: number, billing_date, is_disputed } = invoice;
  const one = lines[number];
  const fault = faults[number];
  const doubt = withheldWarning(invoice, one);
  const stays = staysOpen(invoice, one ?? NOT_APPLIED);
  const figures = {
    Days: daysOf(billing_date, header.collection_date),
    Billed: formatAmount(invoice.billed_minor),
    Open: formatAmount(invoice.open_minor),
  };
  return (
    <>
      <tr className={classNames(one !== undefined && styles.chosen)}>
        <th scope="row" className="figures">
          <Checkbox
            id={invoiceId(number)}
            label={number}
            aria-invalid={fault === undefined ? undefined : true}
            aria-describedby={fault === undefined ? undefined : `${invoiceId(number)}-fault`}
            checked={one !== undefined}
            onChange={(event) => choose(number, event.target.checked)}
          />
          {is_disputed ? <StatusChip hue="amber" label="Disputed" /> : null}
          {laterOf(invoice, header) !== null ? <StatusChip hue="neutral" label="Dated later" /> : null}
        </th>
        <td className="figures" data-label="Billing Date">
          {billing_date}
        </td>
        {Object.entries(figures).map(([name, figure]) => (
          <td key={name} className={`${styles.figure} figures`} data-label={name}>
            {figure}
          </td>
        ))}
        {TYPED.map(([field, name]) => (
          <td key={field} className={styles.typed} data-label={name}>
            <AmountField
              label={`${name} of ${number}`}
              value={one?.[field] ?? ''}
              onChange={(value) => {
                if (one !== undefined || value !== '') apply(number, { ...NOT_APPLIED, ...one, [field]: value });
              }}
            />
          </td>
        ))}
        <td className={classNames(styles.figure, 'figures', stays === 0n && 'muted')} data-label="Stays open">
          {formatAmount(stays)}
        </td>
      </tr>
      {doubt === null ? null : (
        <NoteRow className={styles.doubt}>
          <IconAlert /> {doubt}
        </NoteRow>
      )}
      {fault === undefined ? null : (
        <NoteRow className={styles.fault} id={`${invoiceId(number)}-fault`}>
          {fault}
        </NoteRow>
      )}
    </>
  );
}

/** A sentence under an invoice. */
function NoteRow({ className, id, children }: { className: string | undefined; id?: string; children: ReactNode }) {
  return (
    <tr className={className}>
      <td colSpan={9}>
        <span id={id} role="status">
          {children}
        </span>
      </td>
    </tr>
  );
}

/** What is doubtful about the tax withheld of an invoice while it is typed; null for nothing. */
function withheldWarning({ billed_minor, taken }: InvoiceRow, one: Applied | undefined): string | null {
  const { withheld_minor } = applicationOf(one ?? NOT_APPLIED);
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
