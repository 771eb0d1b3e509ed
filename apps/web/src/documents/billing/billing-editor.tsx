import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { invoiceSums } from '@talaan/core/documents/billing/billing-lines';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { billingDoubts } from '@talaan/core/documents/billing/billing-doubts';
import { formatAmount, parseAmount, sumMinor } from '@talaan/core/money/money';
import { multiplyByRate, parseRate } from '@talaan/core/money/rate';
import type { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { EditorFrame } from '../../batches/entry/frame/editor-frame.tsx';
import { FootSum, FootSums } from '../../batches/entry/frame/foot-bar.tsx';
import type { EditorProps } from '../../batches/entry/frame/opened-entry.ts';
import { useGridColumns } from '../../batches/entry/grid/grid-columns.ts';
import { KeyLine, LinesHead } from '../../batches/entry/grid/lines-head.tsx';
import { LinesGrid, type GridControl } from '../../batches/entry/grid/lines-grid.tsx';
import { useLinesPaste } from '../../batches/entry/grid/use-lines-paste.tsx';
import { lineSourcesOf } from '../../batches/entry/lines/line-sources.ts';
import { BillingHeaderFields } from './billing-header.tsx';
import { billingCells } from './billing-cells.tsx';
import {
  BILLING_COLUMNS,
  BILLING_HEADINGS,
  billedService,
  billingChoices,
  emptyBillingLine,
  incomeAndVat,
  pastedBillingLines,
  vatChoice,
  type BillingField,
} from './billing-line.ts';
import { CustomerPart } from './customer-part.tsx';
import { InvoiceCards } from './invoice-cards.tsx';
import { LastInvoice } from './last-invoice.tsx';
import { useBillingForm } from './use-billing-form.ts';

const MOST_LINES = 500;
const BLANK = emptyBillingLine(0);

/** A billing while it is typed: whom it bills, when it is due, and its services; the rest follows (ux §5). */
export function BillingEditor(props: EditorProps<typeof BILLINGS>) {
  const { choices, batchNumber, stored } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const grid = useRef<GridControl<BillingField>>(null);
  const billing = useBillingForm(props);
  const { form, filled, changeHeader, changeLines } = billing;
  const { header, lines } = form;
  const currency = choices.currencies.find(({ id }) => id === header.currency_id)?.iso_code ?? 'PHP';
  const payees = useMemo(() => lineSourcesOf(choices, client).payee, [choices, client]);
  const chosen = useMemo(() => billingChoices(choices), [choices]);
  const cells = useMemo(() => billingCells(chosen, changeLines), [chosen, changeLines]);
  const services = useMemo(() => filled.map(({ line }) => billedService(line, header.vat)), [filled, header.vat]);
  const { payee } = billing;
  const doubts = useMemo(
    () =>
      payee === undefined
        ? []
        : billingDoubts(
            payee,
            services.map(({ vat, income_account }) => ({ vat, income_account, usual_vat: null })),
          ).map(({ text }) => text),
    [payee, services],
  );
  const implied = useMemo(() => {
    const vat = header.vat === null ? '' : (vatChoice(header.vat)?.code ?? '');
    return new Map(
      filled.map(({ line, row }) => {
        const amounts = incomeAndVat(line, header.vat);
        return [row, { vat, income_amount: formatAmount(amounts.income), vat_amount: formatAmount(amounts.vat) }];
      }),
    );
  }, [filled, header.vat]);
  const columns = useGridColumns('BI', BILLING_COLUMNS, lines.lines, cells);
  const paste = useLinesPaste({
    columns: BILLING_COLUMNS,
    shown: columns.shown,
    cells,
    headings: BILLING_HEADINGS,
    empty: BLANK,
    most: (rows) => (rows > MOST_LINES ? `A billing has up to ${MOST_LINES} lines; ${rows} were pasted.` : undefined),
    endRow: lines.lines.length - 1,
    read: (placed) => pastedBillingLines(placed, chosen),
    sumsOf: (pasted) =>
      `Total ${formatAmount(sumMinor(pasted.map(({ total_amount }) => parseAmount(total_amount ?? '') ?? 0n)))}`,
    onPaste: changeLines,
  });
  const { total_minor, vat_minor } = invoiceSums(services);
  const rate = header.currency_id === CURRENCY_PESO ? null : parseRate(header.dollar_rate);
  const billMany = useCallback(
    (template: number | null) =>
      template === null ? undefined : void navigate({ to: '/trx-billing/regular', search: { template } }),
    [navigate],
  );

  return (
    <EditorFrame
      opened={props}
      document={billing.document}
      onJump={({ row, field }) => grid.current?.focusCell(row, field as BillingField)}
      side={
        header.payee === null ? null : (
          <CustomerPart payeeId={header.payee.id} currencyId={header.currency_id} addedMinor={total_minor} />
        )
      }
      footLabel="Total and actions"
      sums={
        <FootSums>
          <span className="text-2 figures">{filled.length === 1 ? '1 service' : `${filled.length} services`}</span>
          <FootSum name="Income">{formatAmount(total_minor - vat_minor)}</FootSum>
          <FootSum name="VAT">{formatAmount(vat_minor)}</FootSum>
          <FootSum name="Total due">{`${currency} ${formatAmount(total_minor)}`}</FootSum>
          {rate === null ? null : (
            <FootSum name="In pesos">{`PHP ${formatAmount(multiplyByRate(total_minor, rate))}`}</FootSum>
          )}
        </FootSums>
      }
      menu={[]}
      dialogs={paste.dialog}
    >
      {(collapsed, expand) => (
        <>
          <BillingHeaderFields
            header={header}
            choices={choices}
            payees={payees}
            payee={payee}
            doubts={doubts}
            requestNumber={batchNumber}
            invoiceNumber={stored?.document_number ?? null}
            faults={billing.faults}
            collapsed={collapsed}
            onExpand={expand}
            onChange={changeHeader}
            onTemplate={stored === null ? billMany : undefined}
          />
          <LinesHead
            note="totals with VAT are typed, the rest follows"
            columns={columns}
            onPaste={paste.ask}
            onAdd={() => grid.current?.focusCell(lines.lines.length - 1, 'service')}
          >
            {stored === null && header.payee !== null && filled.length === 0 ? (
              <LastInvoice
                payeeId={header.payee.id}
                onCopy={(batch) => {
                  billing.copy(batch);
                  grid.current?.focusCell(0, 'service');
                }}
              />
            ) : null}
          </LinesHead>
          <LinesGrid
            label="Lines"
            columns={columns.shown}
            onResize={columns.resize}
            lines={lines.lines}
            cells={cells}
            implied={implied}
            onChange={changeLines}
            onPaste={paste.paste}
            control={grid}
          />
          <KeyLine />
          {services.length === 0 ? null : <InvoiceCards services={services} choices={choices} />}
        </>
      )}
    </EditorFrame>
  );
}
