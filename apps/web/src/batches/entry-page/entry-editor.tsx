import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState, type ReactNode } from 'react';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { outOfBalanceText } from '@talaan/core/ledger/balance';
import { formatAmount } from '@talaan/core/money/money';
import { STATUS } from '@talaan/core/documents/document-status';
import { flattenServerErrors } from '@talaan/core/text/field-rules';
import { deleteDraft, type DraftView } from '@talaan/contract/documents/draft.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer, NetworkFailure, newIdempotencyKey } from '../../api/client.ts';
import { failureMessage, reportFailure } from '../../api/report-failure.ts';
import { BalanceBar } from '../entry/balance-bar.tsx';
import { balanceOf } from '../entry/entry-balance.ts';
import { useDraftSaving } from '../entry/draft-saving.ts';
import { entryColumns } from '../entry/line-columns.ts';
import { faultsOf, filledLines, type LinesChange } from '../entry/entry-lines.ts';
import type { EntryLine } from '../entry/entry-line.ts';
import { lineSourcesOf } from '../entry/line-sources.ts';
import { LinesGrid, type GridControl } from '../entry/lines-grid.tsx';
import { useLinePaste } from '../entry/use-line-paste.tsx';
import { ownDrafts } from '../draft-banner.tsx';
import { batchCalls, keepDetail, moveTo, refreshBatches, type EntryChoices } from '../batch-calls.ts';
import { submitLabel } from '../batch-texts.ts';
import { keepPendingNumber } from '../../shell/pending-numbers.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { ActionMenu, type MenuAction } from '../../ui/action-menu.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import {
  askToConfirm,
  showError,
  showErrorList,
  showNotice,
  showSuccess,
  withPleaseWait,
} from '../../ui/feedback/feedback.ts';
import { IconMore, IconPlus, IconRestore, IconTable } from '../../ui/icons.tsx';
import { KeyboardHint } from '../../ui/keyboard-hint.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { useToday } from '../../ui/today.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftConflictBanner } from './draft-conflict-banner.tsx';
import { DraftNote } from './draft-note.tsx';
import { EntryAttachments, useAttachmentChanges } from './entry-attachments.tsx';
import {
  changeEntry,
  draftOf,
  entryInputOf,
  entryOfDetail,
  entryOfDraft,
  newEntry,
  firstOpenDocument,
  rateOnFile,
  type EntryHeader,
} from './entry-form.ts';
import type { DocumentKind } from '../document-kind.ts';
import { faultSummary, NO_FAULTS, ownFaults, type HeaderFaults } from './entry-faults.ts';
import { EntryHeaderFields } from './entry-header.tsx';
import { useApprovalRoute } from './approval-route.ts';
import { RoutePreview } from './route-preview.tsx';
import { placeErrors, saveEntry } from './save-entry.ts';
import { TaxHelper } from './tax-helper.tsx';
import { useCollapsedHead } from './use-collapsed-head.ts';
import styles from './entry-editor.module.css';

export interface EntryEditorProps {
  kind: DocumentKind;
  choices: EntryChoices;
  batchNumber: string;
  draftId: string;
  /** The draft that is continued; null for a fresh start. */
  draft: DraftView | null;
  /** The stored batch that is changed; null for a new entry. */
  stored: BatchDetail | null;
  badges: ReactNode;
  /** Links on the right of the heading. */
  links?: ReactNode;
  banners?: ReactNode;
  /** Timeline and the like, above the attachments. */
  side?: ReactNode;
  /** Back to reading a stored entry; undefined for a new one. */
  onCancel?: (() => void) | undefined;
  /** Something was typed: the number belongs to the draft from here on. */
  onTouched?: () => void;
}

/** An entry while it is typed: head, lines, balance, draft on the server, save and submit (ux §5). */
export function EntryEditor(props: EntryEditorProps) {
  const { kind, choices, batchNumber, draftId, draft, stored, badges, links, banners, side, onCancel, onTouched } =
    props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const today = useToday();
  const [form, change] = useReducer(changeEntry, null, () => {
    if (draft !== null) return entryOfDraft(draft.body, kind.types[0], today);
    return stored === null ? newEntry(kind.types[0], today) : entryOfDetail(stored);
  });
  const [baseVersion, setBaseVersion] = useState<number | undefined>(
    () => (draft?.body['row_version'] as number | undefined) ?? stored?.row_version,
  );
  const attachments = useAttachmentChanges();
  const { added, removed } = attachments;
  const [faults, setFaults] = useState<HeaderFaults>(NO_FAULTS);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const { collapsed, onScroll } = useCollapsedHead();
  const grid = useRef<GridControl>(null);
  const lost = useRef<{ key: string; body: string } | null>(null);

  const { header, lines } = form;
  const isForeign = header.currency_id !== CURRENCY_PESO;
  const currency = choices.currencies.find(({ id }) => id === header.currency_id)?.iso_code ?? 'PHP';
  const has = DOCUMENT_TYPES[header.document_type].header;
  const columns = useMemo(() => entryColumns({ foreign: isForeign, service: has.receipt }), [isForeign, has.receipt]);
  const openCheques = stored !== null && stored.is_pdc === 1 ? stored.number_of_cheques : null;
  const sources = useMemo(() => lineSourcesOf(choices, client), [choices, client]);
  const filled = useMemo(() => filledLines(lines), [lines]);
  const balance = useMemo(
    () =>
      balanceOf(
        filled.map(({ line }) => line),
        header.currency_id,
        header.dollar_rate,
      ),
    [filled, header.currency_id, header.dollar_rate],
  );
  const cellFaults = useMemo(() => faultsOf(lines), [lines]);
  const pesosByRow = useMemo(() => {
    if (balance.linePesos === null) return undefined;
    return new Map(filled.map(({ row }, index) => [row, balance.linePesos![index]!]));
  }, [balance, filled]);

  const changeLines = useCallback((lineChange: LinesChange) => change({ type: 'lines', change: lineChange }), []);
  /** VAT type, tax code and bank account follow the payee that was chosen; they stay editable (ux §5). */
  const takePayeeFacts = useCallback(
    (payee_id: number) => {
      client.fetchQuery(batchCalls.payee(payee_id)).then(
        ({ vat, atc_code, banks }) => {
          const [account, other] = banks;
          change({
            type: 'payee_facts',
            payee_id,
            change: {
              vat,
              atc_code: atc_code ?? '',
              payee_bank_id: account !== undefined && other === undefined ? account.id : null,
            },
          });
        },
        () => undefined, // the line of facts says that they did not come
      );
    },
    [client],
  );
  const payee = useQuery({ ...batchCalls.payee(header.payee?.id ?? 0), enabled: header.payee !== null });
  const changeHeader = useCallback(
    (headerChange: Partial<EntryHeader>) => {
      change({ type: 'header', change: headerChange });
      if (headerChange.payee) takePayeeFacts(headerChange.payee.id);
      setFaults((before) => (Object.keys(before.fields).length === 0 ? before : { ...before, fields: {} }));
    },
    [takePayeeFacts],
  );
  const paste = useLinePaste({ columns, sources, endRow: lines.lines.length - 1, onChange: changeLines });

  const body = useMemo(() => (form.touched ? draftOf(form, baseVersion) : null), [form, baseVersion]);
  const saving = useDraftSaving({
    id: draftId,
    document_type: header.document_type,
    batch_number: batchNumber,
    body,
    row_version: draft?.row_version,
    kept_at: draft?.updated_at ?? null,
  });
  useUnsaved((form.touched && !saving.isKept) || added.length > 0 || removed.length > 0);

  const [inserted, setInserted] = useState(0);
  useEffect(() => {
    if (inserted === 0) return;
    const open = lines.lines.findIndex(({ part, account }) => part !== null && account === null);
    grid.current?.focusCell(open < 0 ? lines.lines.findIndex(({ part }) => part !== null) : open, 'account');
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [inserted]);

  const { touched } = form;
  useEffect(() => {
    if (touched) onTouched?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [touched]);

  const onFile = useMemo(() => rateOnFile(header, lines.lines, choices), [header, lines.lines, choices]);
  const followedRate = header.own_rate || !isForeign ? null : (onFile?.rate ?? '');
  useEffect(() => {
    if (followedRate !== null && followedRate !== header.dollar_rate)
      change({ type: 'header', change: { dollar_rate: followedRate } });
  }, [followedRate, header.dollar_rate]);

  async function save(submitting: boolean, over?: BatchDetail): Promise<void> {
    if (busy) return;
    const submitted = submitting ? { count: filled.length, balanced: balance.balanced } : null;
    const own = ownFaults(header, choices, submitted);
    setFaults(own);
    setAttempt((before) => before + 1);
    changeLines({ type: 'faults', faults: [] });
    const isUnread = lines.lines.some(({ unread }) => Object.keys(unread).length > 0);
    if (Object.keys(own.fields).length > 0 || own.rest.length > 0 || isUnread) return;

    const input = entryInputOf(form, batchNumber, openCheques);
    const text = JSON.stringify([input, removed.map(({ id }) => id), added.map(({ name, size }) => [name, size])]);
    const key = lost.current?.body === text ? lost.current.key : newIdempotencyKey();
    setBusy(true);
    try {
      await saving.hold();
      const batch = await withPleaseWait(
        saveEntry({
          input,
          draft_id: draftId,
          files: added,
          idempotency_key: key,
          stored:
            stored === null
              ? undefined
              : { batch: over ?? stored, row_version: over?.row_version ?? baseVersion ?? stored.row_version, removed },
        }),
      );
      lost.current = null;
      afterSave(batch);
      if (submitting) await submit(batch);
      else {
        showSuccess(stored === null ? MESSAGES.entrySaved : MESSAGES.entryUpdated);
        const out = outOfBalanceText(balance.totals);
        if (out !== null) showNotice(`Saved while it does not balance. ${out}.`);
        await leaveFor(batch);
      }
    } catch (failure) {
      // The server may have saved it and only the answer was lost: the same key asks for the first result again.
      lost.current = failure instanceof NetworkFailure ? { key, body: text } : null;
      saving.resume();
      explain(failure);
    } finally {
      setBusy(false);
    }
  }

  function afterSave(batch: BatchDetail): void {
    change({ type: 'settled' });
    attachments.clear();
    keepPendingNumber('batch_number', null);
    keepDetail(client, batch);
    void client.invalidateQueries({ queryKey: ownDrafts().queryKey });
  }

  /** Submits what was just saved; when that is refused the entry stays open as the draft that it is. */
  async function submit(batch: BatchDetail): Promise<void> {
    const { status, message } = batch.allowed_actions.submit;
    if (status !== null) {
      try {
        await withPleaseWait(moveTo(batch, status));
        showSuccess(MESSAGES.statusUpdated);
        await leaveFor(batch);
        return;
      } catch (failure) {
        reportFailure(failure, (text) => showError(MESSAGES.updateFailed(text)));
      }
    } else showError(MESSAGES.updateFailed(`The entry is saved, but not submitted: ${message ?? ''}`));
    await refreshBatches(client);
    await navigate({ to: kind.page, search: { batch: batch.batch_number } });
  }

  async function leaveFor(batch: BatchDetail): Promise<void> {
    await refreshBatches(client);
    const month = (batch.headers[0]?.document_date ?? '').slice(0, 7);
    await navigate({
      to: kind.list,
      search: { ...(month === today.slice(0, 7) ? {} : { month }), saved: batch.batch_number },
    });
  }

  function explain(failure: unknown): void {
    if (!(failure instanceof CallRefused)) {
      reportFailure(failure);
      return;
    }
    const { code, errors } = failure.problem;
    if (code === 'row_version') {
      setConflict(failure.message);
      return;
    }
    if (code === 'period_closed') {
      setFaults({ fields: { document_date: MESSAGES.periodClosed }, rest: [] });
      return;
    }
    if (errors !== undefined && Object.keys(errors).length > 0) {
      const placed = placeErrors(
        errors,
        filled.map(({ row }) => row),
      );
      setFaults({ fields: placed.header, rest: placed.rest });
      changeLines({ type: 'faults', faults: placed.cells });
      showErrorList(MESSAGES.savingFailedList, flattenServerErrors(errors));
      return;
    }
    const specific = stored === null ? MESSAGES.savingFailed : MESSAGES.updateFailed;
    reportFailure(failure, (text) => showError(specific(text)));
  }

  /** Puts the helper's lines in, and the focus where an account is still to be chosen. */
  function insertLines(proposed: readonly Partial<EntryLine>[]): void {
    changeLines({ type: 'propose', lines: proposed });
    showNotice(`${proposed.length} lines inserted.`);
    setInserted((before) => before + 1);
  }

  async function discard(): Promise<void> {
    const sure = await askToConfirm({
      title: stored === null ? 'Discard this entry?' : 'Discard your changes?',
      text:
        stored === null
          ? `What was typed is lost, and batch number ${batchNumber} is given back.`
          : 'The entry stays as it was saved last.',
      confirmLabel: 'Discard',
      danger: true,
    });
    if (!sure) return;
    await saving.hold();
    change({ type: 'settled' });
    attachments.clear();
    try {
      await callServer(deleteDraft, { params: { id: draftId } });
    } catch (failure) {
      showNotice(failureMessage(failure));
    }
    await client.invalidateQueries({ queryKey: ownDrafts().queryKey });
    if (onCancel === undefined) await navigate({ to: kind.list });
    else onCancel();
  }

  const canSubmit = stored === null || stored.status === STATUS.ACTIVE;
  const route = useApprovalRoute({
    type: header.document_type,
    totalMinor: balance.totals.debit_minor * BigInt(Math.max(1, header.series?.cheques.length ?? 1)),
    currencyId: header.currency_id,
    rate: header.dollar_rate,
  });
  const submitText = submitLabel(route?.steps);
  useShortcut('mod+s', 'Save', () => void save(false));
  useShortcut('mod+Enter', submitText, () => void save(true), { enabled: canSubmit });

  const summary = faultSummary(faults, cellFaults, columns, ({ row, field }) => grid.current?.focusCell(row, field));
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
        badges={badges}
        actions={
          <span className={styles.meta}>
            <DraftNote draftSaving={saving} touched={form.touched} />
            {links}
          </span>
        }
      />
      {banners}
      <DraftConflictBanner
        draftSaving={saving}
        onLoad={(other) => change({ type: 'replace', form: entryOfDraft(other.body, kind.types[0], today) })}
      />
      <div className={styles.columns}>
        <div className={styles.work} onScrollCapture={onScroll}>
          {attempt === 0 || summary.length === 0 ? null : (
            <div className={styles.errors}>
              <ErrorSummary errors={summary} attempt={attempt} />
            </div>
          )}
          <EntryHeaderFields
            kind={kind}
            header={header}
            onFile={onFile}
            choices={choices}
            payees={sources.payee}
            payee={header.payee === null ? undefined : payee.data}
            batchNumber={batchNumber}
            documentNumber={shownNumber(stored)}
            openCheques={openCheques}
            isStored={stored !== null}
            faults={faults.fields}
            collapsed={collapsed && summary.length === 0}
            onChange={changeHeader}
          />
          <div className={styles.linesHead}>
            <h2 className={styles.linesTitle}>Lines</h2>
            <Button size="sm" variant="ghost" icon={<IconTable />} onClick={paste.ask}>
              Paste from Excel
            </Button>
            <Button
              size="sm"
              icon={<IconPlus />}
              onClick={() => grid.current?.focusCell(lines.lines.length - 1, 'account')}
            >
              Add line
            </Button>
          </div>
          <LinesGrid
            label="Lines"
            columns={columns}
            lines={lines.lines}
            sources={sources}
            onChange={changeLines}
            onPaste={paste.paste}
            pesosOf={
              pesosByRow &&
              ((row) => {
                const line = pesosByRow.get(row);
                return line === undefined
                  ? null
                  : { debit: formatAmount(line.debit_minor), credit: formatAmount(line.credit_minor) };
              })
            }
            control={grid}
          />
          <KeyLine />
        </div>
        <aside className={styles.side} aria-label="Approval and attachments" data-region>
          {side ?? <RoutePreview route={route} />}
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
        lines={filled.length}
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
          groups={[{ actions: menu }]}
          target={<IconButton variant="plain" label="More actions" icon={<IconMore />} />}
        />
        {onCancel === undefined ? null : (
          <Button onClick={() => (form.touched || added.length > 0 ? void discard() : onCancel())}>Cancel</Button>
        )}
        <Button keys="mod+s" busy={busy} onClick={() => void save(false)}>
          Save
        </Button>
        {canSubmit ? (
          <Button variant="primary" keys="mod+Enter" busy={busy} onClick={() => void save(true)}>
            {submitText}
          </Button>
        ) : null}
      </BalanceBar>
      {paste.dialog}
      {conflict === null ? null : (
        <ConflictDialog
          batchNumber={batchNumber}
          message={conflict}
          form={form}
          balance={balance}
          onClose={() => setConflict(null)}
          onTakeStored={(current) => {
            setConflict(null);
            setBaseVersion(current.row_version);
            change({ type: 'replace', form: entryOfDetail(current) });
          }}
          onSaveMine={(current) => {
            setConflict(null);
            setBaseVersion(current.row_version);
            void save(false, current);
          }}
        />
      )}
    </div>
  );
}

/** The number of the document that is shown; null before the first save. */
function shownNumber(stored: BatchDetail | null): string | null {
  return stored === null ? null : (firstOpenDocument(stored)?.document_number ?? stored.document_number);
}

function KeyLine() {
  return (
    <p className={styles.keys}>
      <span>
        <KeyboardHint keys="Enter" /> next cell, adds a line
      </span>
      <span>
        <KeyboardHint keys="mod+d" /> copy above
      </span>
      <span>
        <KeyboardHint keys="=" /> <KeyboardHint keys="Enter" /> fill the balance
      </span>
      <span>
        <KeyboardHint keys="F6" /> next region
      </span>
    </p>
  );
}
