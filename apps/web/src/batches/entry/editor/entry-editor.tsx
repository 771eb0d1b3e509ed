import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { parseAmount, sumMinor } from '@talaan/core/money/money';
import { currencyCode } from '../../record/batch-calls.ts';
import type { GridControl } from '../grid/lines-grid.tsx';
import { EditorFrame } from '../frame/editor-frame.tsx';
import type { EditorProps } from '../frame/opened-entry.ts';
import { openChequesOf, shownNumber } from '../form/opened-entry.ts';
import { useEntryForm, type EditedEntry } from '../form/use-entry-form.ts';
import { useProposedLines } from '../form/use-proposed-lines.ts';
import { EntryHeaderFields } from '../header/entry-header.tsx';
import type { EntryLine, LineField } from '../lines/entry-line.ts';
import { lineSourcesOf } from '../lines/line-sources.ts';
import { useEntryTemplate } from '../template/use-entry-template.tsx';
import { BalanceSums } from './balance-sums.tsx';
import { LinesSection } from './lines-section.tsx';
import { RisksSoFar } from './risks-so-far.tsx';
import { TaxHelper } from './tax-helper.tsx';

/** An entry of lines of account while it is typed: head, lines, their balance and what its taxes propose (ux §5). */
export function EntryEditor(props: EditorProps<EntryKind>) {
  const { kind, choices, batchNumber, stored } = props;
  const client = useQueryClient();
  const grid = useRef<GridControl<LineField>>(null);
  const entry = useEntryForm(props);
  const { header } = entry.form;
  const currency = currencyCode(choices, header.currency_id);
  const sources = useMemo(() => lineSourcesOf(choices, client), [choices, client]);
  const templates = useEntryTemplate(entry, choices);
  const insertLines = useProposedLines(entry, grid);

  return (
    <EditorFrame
      opened={props}
      document={entry.document}
      onJump={({ row, field }) => grid.current?.focusCell(row, field as LineField)}
      side={<EntrySide entry={entry} currency={currency} stored={stored} onInsert={insertLines} />}
      footLabel="Balance and actions"
      sums={<BalanceSums balance={entry.balance} currency={currency} lines={entry.filled.length} />}
      menu={[templates.save]}
      dialogs={templates.dialog}
    >
      {(collapsed, expand) => (
        <>
          <EntryHeaderFields
            kind={kind}
            header={header}
            onFile={entry.onFile}
            choices={choices}
            payees={sources.payee}
            payee={entry.payee}
            batchNumber={batchNumber}
            documentNumber={shownNumber(stored)}
            openCheques={openChequesOf(stored)}
            chequeMinor={chequeMinorOf(entry)}
            isStored={stored !== null}
            faults={entry.faults}
            collapsed={collapsed}
            onExpand={expand}
            onChange={entry.changeHeader}
            onTemplate={templates.take}
          />
          <LinesSection entry={entry} sources={sources} grid={grid} />
        </>
      )}
    </EditorFrame>
  );
}

/** What one cheque takes from the bank, in minor units. */
function chequeMinorOf({ form: { header }, filled, choices }: EditedEntry): bigint {
  const account = choices.banks.find(({ id }) => id === header.bank_id)?.acct_code;
  const ofBank = filled.filter(({ line }) => line.account !== null && line.account.code === account);
  return sumMinor(ofBank.map(({ line }) => parseAmount(line.credit) ?? 0n));
}

/** Beside an entry with a payee: what its taxes propose, and of a payment what an approver will be told. */
function EntrySide({
  entry: { form, choices, balance, changeHeader },
  currency,
  stored,
  onInsert,
}: {
  entry: EditedEntry;
  currency: string;
  stored: BatchDetail | null;
  onInsert: (lines: readonly Partial<EntryLine>[]) => void;
}) {
  const { header, lines } = form;
  const type = DOCUMENT_TYPES[header.document_type];
  if (!type.header.payee) return null;
  return (
    <>
      <TaxHelper
        header={header}
        choices={choices}
        currency={currency}
        lines={lines.lines}
        onChange={changeHeader}
        onInsert={onInsert}
      />
      {type.pays ? (
        <RisksSoFar
          header={header}
          totalMinor={balance.totals.debit_minor}
          batchNumber={stored?.batch_number ?? null}
        />
      ) : null}
    </>
  );
}
