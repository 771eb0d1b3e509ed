import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { STATUS } from '@talaan/core/documents/document-status';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { BalanceBar } from './balance-bar.tsx';
import { useDraftSaving } from '../drafts/draft-saving.ts';
import { faultsOf } from '../grid/grid-lines.ts';
import { entryCells } from '../lines/entry-cells.tsx';
import type { LineField } from '../lines/entry-line.ts';
import { entryColumns } from '../lines/line-columns.ts';
import { lineSourcesOf } from '../lines/line-sources.ts';
import type { GridControl } from '../grid/lines-grid.tsx';
import { useEntryPaste } from '../lines/use-entry-paste.ts';
import { submitLabel } from '../../record/batch-texts.ts';
import { PageHeader } from '../../../page/page-header.tsx';
import { ActionMenu, type MenuAction } from '../../../ui/menus/action-menu.tsx';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { IconMore, IconRestore } from '../../../ui/icons.tsx';
import { useShortcut } from '../../../ui/keyboard/shortcuts.ts';
import { useUnsaved } from '../../../ui/layers/unsaved.ts';
import { useApprovalRoute } from './approval-route.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftConflictBanner } from '../drafts/draft-conflict-banner.tsx';
import { DraftNote } from '../drafts/draft-note.tsx';
import { EntryAttachments, useAttachmentChanges } from './entry-attachments.tsx';
import { faultSummary } from '../form/entry-faults.ts';
import { draftOf } from '../form/entry-form.ts';
import { EntryHeaderFields } from '../header/entry-header.tsx';
import { LinesSection } from './lines-section.tsx';
import { openChequesOf, shownNumber, type OpenedEntry } from '../form/opened-entry.ts';
import { RoutePreview } from './route-preview.tsx';
import { TaxHelper } from './tax-helper.tsx';
import { useCollapsedHead } from './use-collapsed-head.ts';
import { useEntryDiscard } from './use-entry-discard.ts';
import { useEntryForm } from '../form/use-entry-form.ts';
import { useEntrySaving } from './use-entry-saving.ts';
import { useEntryTemplate } from '../template/use-entry-template.tsx';
import { useProposedLines } from '../form/use-proposed-lines.ts';
import { withholdingWarnings } from '../form/withholding-warnings.ts';
import styles from './entry-editor.module.css';

export interface EntryEditorProps extends OpenedEntry {
  badges: ReactNode;
  /** Links on the right of the heading. */
  links?: ReactNode;
  banners?: ReactNode;
  /** Timeline and the like, above the attachments. */
  side?: ReactNode;
  /** Something was typed: the number belongs to the draft from here on. */
  onTouched?: () => void;
}

/** An entry while it is typed: head, lines, balance, draft on the server, save and submit (ux §5). */
export function EntryEditor(props: EntryEditorProps) {
  const { kind, choices, batchNumber, draftId, draft, stored, onCancel, onTouched } = props;
  const client = useQueryClient();
  const grid = useRef<GridControl<LineField>>(null);
  const entry = useEntryForm(props);
  const { form, balance, changeHeader, changeLines } = entry;
  const { header, lines, touched } = form;
  const has = DOCUMENT_TYPES[header.document_type].header;
  const isForeign = header.currency_id !== CURRENCY_PESO;
  const currency = choices.currencies.find(({ id }) => id === header.currency_id)?.iso_code ?? 'PHP';

  const columns = useMemo(() => entryColumns({ foreign: isForeign, service: has.receipt }), [isForeign, has.receipt]);
  const sources = useMemo(() => lineSourcesOf(choices, client), [choices, client]);
  const cells = useMemo(() => entryCells(sources, changeLines), [sources, changeLines]);
  const paste = useEntryPaste({ columns, cells, sources, endRow: lines.lines.length - 1, onChange: changeLines });
  const insertLines = useProposedLines(entry, grid);

  const warnings = useMemo(
    () => withholdingWarnings({ header, filled: entry.filled, payee: entry.payee }, choices),
    [header, entry.filled, entry.payee, choices],
  );

  const attachments = useAttachmentChanges();
  const body = useMemo(() => (touched ? draftOf(form, entry.baseVersion) : null), [touched, form, entry.baseVersion]);
  const draftSaving = useDraftSaving({
    id: draftId,
    document_type: header.document_type,
    batch_number: batchNumber,
    body,
    row_version: draft?.row_version,
    kept_at: draft?.updated_at ?? null,
  });
  useUnsaved((touched && !draftSaving.isKept) || attachments.added.length > 0 || attachments.removed.length > 0);
  useEffect(() => {
    if (touched) onTouched?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [touched]);

  const saving = useEntrySaving(props, entry, attachments, draftSaving);
  const discard = useEntryDiscard(props, entry, attachments, draftSaving);
  const canSubmit = stored === null || stored.status === STATUS.ACTIVE;
  const route = useApprovalRoute({
    type: header.document_type,
    totalMinor: balance.totals.debit_minor * BigInt(Math.max(1, header.series?.cheques.length ?? 1)),
    currencyId: header.currency_id,
    rate: header.dollar_rate,
  });
  const submitText = submitLabel(route?.steps);
  useShortcut('mod+s', 'Save', () => void saving.save(false));
  useShortcut('mod+Enter', submitText, () => void saving.save(true), { enabled: canSubmit });

  const { collapsed, onScroll } = useCollapsedHead();
  const cellFaults = useMemo(() => faultsOf(lines), [lines]);
  const summary = faultSummary(entry.faults, cellFaults, columns, ({ row, field }) =>
    grid.current?.focusCell(row, field),
  );
  const templates = useEntryTemplate(entry, choices);
  const menu: MenuAction[] = [
    {
      id: 'discard',
      label: stored === null ? 'Discard entry' : 'Discard changes',
      danger: true,
      onSelect: () => void discard(),
    },
  ];

  return (
    <div className={styles.page}>
      <PageHeader
        title={stored === null ? kind.newTitle : `Batch ${batchNumber}`}
        badges={props.badges}
        actions={
          <span className={styles.meta}>
            <DraftNote draftSaving={draftSaving} touched={touched} />
            {props.links}
          </span>
        }
      />
      {props.banners}
      <DraftConflictBanner draftSaving={draftSaving} onLoad={entry.takeDraft} />
      <div className={styles.columns}>
        <div className={styles.work} onScrollCapture={onScroll}>
          {saving.attempt === 0 || summary.length === 0 ? null : (
            <div className={styles.errors}>
              <ErrorSummary errors={summary} attempt={saving.attempt} />
            </div>
          )}
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
            isStored={stored !== null}
            faults={entry.faults.fields}
            collapsed={collapsed && summary.length === 0}
            onChange={changeHeader}
            onTemplate={templates.take}
          />
          <LinesSection entry={entry} columns={columns} cells={cells} warnings={warnings} paste={paste} grid={grid} />
        </div>
        <aside className={styles.side} aria-label="Approval and attachments" data-region>
          {props.side ?? <RoutePreview route={route} />}
          {has.payee ? (
            <TaxHelper
              header={header}
              choices={choices}
              currency={currency}
              lines={lines.lines}
              onChange={changeHeader}
              onInsert={insertLines}
            />
          ) : null}
          <EntryAttachments stored={stored} changes={attachments} />
        </aside>
      </div>
      <BalanceBar
        balance={balance}
        currency={currency}
        lines={entry.filled.length}
        note={
          lines.removed === null ? null : (
            <span className={styles.undo} role="status">
              {`Line ${lines.removed.row + 1} deleted.`}
              <Button
                size="sm"
                variant="ghost"
                icon={<IconRestore size={14} />}
                onClick={() => changeLines({ type: 'undo' })}
              >
                Undo
              </Button>
            </span>
          )
        }
      >
        <ActionMenu
          side="top-end"
          groups={[{ actions: [templates.save] }, { actions: menu }]}
          target={<IconButton variant="plain" label="More actions" icon={<IconMore />} />}
        />
        {onCancel === undefined ? null : (
          <Button onClick={() => (touched || attachments.added.length > 0 ? void discard() : onCancel())}>
            Cancel
          </Button>
        )}
        <Button keys="mod+s" busy={saving.busy} onClick={() => void saving.save(false)}>
          Save
        </Button>
        {canSubmit ? (
          <Button variant="primary" keys="mod+Enter" busy={saving.busy} onClick={() => void saving.save(true)}>
            {submitText}
          </Button>
        ) : null}
      </BalanceBar>
      {paste.dialog}
      {templates.dialog}
      {saving.question}
      {saving.conflict === null ? null : (
        <ConflictDialog
          batchNumber={batchNumber}
          message={saving.conflict}
          form={form}
          balance={balance}
          onTakeStored={saving.takeStored}
          onSaveMine={saving.saveOver}
          onClose={saving.closeConflict}
        />
      )}
    </div>
  );
}
