import { useEffect, useRef, type ReactNode } from 'react';
import { batchKey } from '@talaan/core/documents/batch-key';
import { STATUS } from '@talaan/core/documents/status';
import { BatchTimeline } from '../../reading/batch-timeline.tsx';
import { submitLabel } from '../../record/batch-texts.ts';
import { PageHeader } from '../../../page/page-header.tsx';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { IconMore, IconRestore } from '../../../ui/icons.tsx';
import { useShortcut } from '../../../ui/keyboard/shortcuts.ts';
import { useUnsaved } from '../../../ui/layers/unsaved.ts';
import { ActionMenu, type MenuAction } from '../../../ui/menus/action-menu.tsx';
import { DraftConflictBanner } from '../drafts/draft-conflict-banner.tsx';
import { DraftNote } from '../drafts/draft-note.tsx';
import { useDraftSaving } from '../drafts/draft-saving.ts';
import { onRoute, useApprovalRoute } from './approval-route.ts';
import { AttachmentsPart, useAttachmentChanges } from './attachments-part.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { CellFault } from '../grid/grid-lines.ts';
import type { EditedDocument } from './edited-document.ts';
import { FaultCount } from './fault-count.tsx';
import { FootBar } from './foot-bar.tsx';
import type { EditorProps } from './opened-entry.ts';
import { RoutePreview } from './route-preview.tsx';
import { useCollapsedHead } from './use-collapsed-head.ts';
import { useDiscard } from './use-discard.ts';
import { useSaving } from './use-saving.ts';
import styles from './editor-frame.module.css';

/**
 * The page of a document while it is typed: heading, banners, what is wrong, its head and lines, route and attachments
 * beside them, sums and buttons below; with its draft on the server, save, submit, discard and conflicts (ux §5). A new one
 * begins at the first field that must be filled in.
 */
export function EditorFrame({
  opened,
  document,
  onJump,
  children,
  side,
  footLabel,
  sums,
  menu,
  dialogs,
}: {
  opened: EditorProps;
  document: EditedDocument;
  /** Brings a faulty cell in sight. */
  onJump: (cell: CellFault) => void;
  /** Head and lines; the head is one line while it is `collapsed`, until it is asked to `expand`. */
  children: (collapsed: boolean, expand: () => void) => ReactNode;
  /** Between the approval route and the attachments. */
  side?: ReactNode;
  footLabel: string;
  sums: ReactNode;
  /** What can be done besides. */
  menu: readonly MenuAction[];
  dialogs?: ReactNode;
}) {
  const { batchNumber, draftId, draft, stored, onCancel, onTouched } = opened;
  const { touched, summary, removedRow } = document;
  const attachments = useAttachmentChanges();
  const draftSaving = useDraftSaving({
    id: draftId,
    document_type: document.document_type,
    batch_number: batchNumber,
    body: document.draftBody,
    row_version: draft?.row_version,
    kept_at: draft?.updated_at ?? null,
  });
  // What is typed is kept on leaving; only what cannot be kept is asked about.
  const cannotKeep = touched && (draftSaving.failed || draftSaving.conflict !== null);
  useUnsaved(cannotKeep || attachments.added.length > 0 || attachments.removed.length > 0);
  useEffect(() => {
    if (touched) onTouched?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [touched]);

  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A finger opens its keyboard by itself.
    if (stored !== null || window.matchMedia('(pointer: coarse)').matches) return;
    const required = page.current?.querySelectorAll<HTMLInputElement>('[aria-label="Header"] [aria-required="true"]');
    [...(required ?? [])].find(({ value }) => value === '')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const saving = useSaving(opened, document, attachments, draftSaving);
  const discard = useDiscard(opened, document, attachments, draftSaving);
  const canSubmit = stored === null || stored.status === STATUS.ACTIVE;
  const route = useApprovalRoute({ type: document.document_type, ...document.amount });
  const submitText = submitLabel(document.document_type, route?.steps);
  useShortcut('mod+s', 'Save', () => void saving.save(false));
  useShortcut('mod+Enter', submitText, () => void saving.save(true), { enabled: canSubmit });
  const { collapsed, expand, onScroll, onFocus } = useCollapsedHead();
  const giveUp: MenuAction = {
    id: 'discard',
    label: stored === null ? 'Discard entry' : 'Discard changes',
    danger: true,
    onSelect: () => void discard(),
  };

  return (
    <div ref={page} className={styles.page}>
      <PageHeader
        title={opened.title}
        crumb={stored === null ? undefined : opened.title}
        badges={opened.badges}
        actions={
          <span className={styles.meta}>
            <DraftNote draftSaving={draftSaving} touched={touched} />
            {opened.links}
          </span>
        }
      />
      {opened.banners}
      <DraftConflictBanner draftSaving={draftSaving} onLoad={document.takeDraft} />
      <div className={styles.columns}>
        <div className={styles.work} onScrollCapture={onScroll} onFocusCapture={onFocus}>
          {saving.attempt === 0 ? null : (
            // It stays while nothing is wrong, so that it knows for which attempt it took the focus.
            <div className={summary.length === 0 ? undefined : styles.errors}>
              <ErrorSummary
                errors={summary.map(({ cell, ...fault }) =>
                  cell === undefined ? fault : { ...fault, onJump: () => onJump(cell) },
                )}
                attempt={saving.attempt}
              />
            </div>
          )}
          {children(collapsed && summary.every(({ cell }) => cell !== undefined), expand)}
        </div>
        <aside className={styles.side} aria-label="Approval and attachments" data-region>
          {stored === null ? <RoutePreview route={route} /> : <BatchTimeline batch={onRoute(stored, route)} />}
          {side}
          <AttachmentsPart stored={stored} changes={attachments} />
        </aside>
      </div>
      <FootBar
        label={footLabel}
        sums={sums}
        note={
          <>
            <FaultCount faults={summary} onJump={onJump} />
            {removedRow === null ? null : (
              <span className={styles.undo} role="status">
                {`Line ${removedRow + 1} deleted.`}
                <Button size="sm" variant="ghost" icon={<IconRestore size={14} />} onClick={document.undo}>
                  Undo
                </Button>
              </span>
            )}
          </>
        }
      >
        <ActionMenu
          side="top-end"
          groups={[{ actions: menu }, { actions: [giveUp] }]}
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
      </FootBar>
      {dialogs}
      {saving.question}
      {saving.conflict === null ? null : (
        <ConflictDialog
          batchKey={batchKey({ document_type: document.document_type, batch_number: batchNumber })}
          message={saving.conflict}
          differences={document.differences}
          onTakeStored={saving.takeStored}
          onSaveMine={saving.saveOver}
          onClose={saving.closeConflict}
        />
      )}
    </div>
  );
}
