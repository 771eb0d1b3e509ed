import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { accountWith } from '@talaan/core/ledger/account-role';
import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import { DOCUMENT_TYPES, onReceivable } from '@talaan/core/documents/document-type';
import { parseAmount, sumMinor } from '@talaan/core/money/money';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { useGridColumns } from '../grid/grid-columns.ts';
import type { GridControl } from '../grid/lines-grid.tsx';
import { EditorFrame } from '../frame/editor-frame.tsx';
import type { EditorProps } from '../frame/opened-entry.ts';
import { lineCorrections } from '../form/line-corrections.ts';
import { openChequesOf, shownNumber } from '../form/opened-entry.ts';
import { ownPlaces } from '../fields/own-places.ts';
import { useEntryForm } from '../form/use-entry-form.ts';
import { useProposedLines } from '../form/use-proposed-lines.ts';
import { withholdingWarnings } from '../form/withholding-warnings.ts';
import { EntryHeaderFields } from '../header/entry-header.tsx';
import { entryCells } from '../lines/entry-cells.tsx';
import type { LineField } from '../lines/entry-line.ts';
import { entryColumns } from '../lines/line-columns.ts';
import { lineSourcesOf } from '../lines/line-sources.ts';
import { useUser } from '../../../session/session.ts';
import { useEntryPaste } from '../lines/use-entry-paste.ts';
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
  const { form, filled, balance, changeHeader, changeLines } = entry;
  const { header, lines } = form;
  const has = DOCUMENT_TYPES[header.document_type].header;
  const isWithheld = header.atc_code !== '';
  const isForeign = header.currency_id !== CURRENCY_PESO;
  const currency = choices.currencies.find(({ id }) => id === header.currency_id)?.iso_code ?? 'PHP';

  const receivable = accountWith(choices.accounts, 'AR')?.code;
  const maySettle = onReceivable(header.document_type) === 'names_invoice';
  const isSettling =
    maySettle &&
    filled.some(({ line }) => line.invoice !== null || (line.account !== null && line.account.code === receivable));
  const looks = useMemo(
    () => ({ foreign: isForeign, service: has.receipt, withheld: isWithheld }),
    [isForeign, has.receipt, isWithheld],
  );
  const declared = useMemo(() => entryColumns({ ...looks, settling: isSettling }), [looks, isSettling]);
  const pasted = useMemo(() => entryColumns({ ...looks, settling: maySettle }), [looks, maySettle]);
  const sources = useMemo(() => lineSourcesOf(choices, client), [choices, client]);
  const cells = useMemo(() => entryCells(sources, changeLines), [sources, changeLines]);
  const columns = useGridColumns(header.document_type, declared, entry.lines, cells);
  const paste = useEntryPaste({
    columns: pasted,
    shown: columns.shown,
    cells,
    sources,
    endRow: lines.lines.length - 1,
    onChange: changeLines,
  });
  const insertLines = useProposedLines(entry, grid);
  const templates = useEntryTemplate(entry, choices);

  const warnings = useMemo(
    () => withholdingWarnings({ header, filled, payee: entry.payee }, choices),
    [header, filled, entry.payee, choices],
  );
  const user = useUser();
  const corrections = useMemo(
    () =>
      lineCorrections(entry.lines, {
        header,
        typed: lines,
        choices,
        sources,
        own: ownPlaces(user, choices),
        missing: entry.missing,
      }),
    [entry.lines, entry.missing, header, lines, choices, sources, user],
  );
  const bankAccount = choices.banks.find(({ id }) => id === header.bank_id)?.acct_code;
  const chequeMinor = sumMinor(
    filled.flatMap(({ line }) =>
      line.account !== null && line.account.code === bankAccount ? [parseAmount(line.credit) ?? 0n] : [],
    ),
  );

  return (
    <EditorFrame
      opened={props}
      document={entry.document}
      onJump={({ row, field }) => grid.current?.focusCell(row, field as LineField)}
      side={
        has.payee ? (
          <>
            <TaxHelper
              header={header}
              choices={choices}
              currency={currency}
              lines={lines.lines}
              onChange={changeHeader}
              onInsert={insertLines}
            />
            {DOCUMENT_TYPES[header.document_type].pays ? (
              <RisksSoFar
                header={header}
                totalMinor={balance.totals.debit_minor}
                batchNumber={stored?.batch_number ?? null}
              />
            ) : null}
          </>
        ) : null
      }
      footLabel="Balance and actions"
      sums={<BalanceSums balance={balance} currency={currency} lines={filled.length} />}
      menu={[templates.save]}
      dialogs={
        <>
          {paste.dialog}
          {templates.dialog}
        </>
      }
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
            chequeMinor={chequeMinor}
            isStored={stored !== null}
            faults={entry.faults}
            collapsed={collapsed}
            onExpand={expand}
            onChange={changeHeader}
            onTemplate={templates.take}
          />
          <LinesSection
            entry={entry}
            columns={columns}
            cells={cells}
            warnings={warnings}
            corrections={corrections}
            paste={paste}
            grid={grid}
          />
        </>
      )}
    </EditorFrame>
  );
}
