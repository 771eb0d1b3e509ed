import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { batchKey } from '@talaan/core/documents/batch-key';
import { BulkMoveDialog } from '../../batches/moves/bulk-move-dialog.tsx';
import { batchAddress } from '../../batches/reading/batch-reading.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconArrowDown, IconArrowUp, IconCheckCircle, IconChevronLeft } from '../../ui/icons.tsx';
import { KeyboardHint } from '../../ui/keyboard/keyboard-hint.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { TabPanel } from '../../ui/menus/tabs.tsx';
import { InboxQueue } from './inbox-queue.tsx';
import type { InboxState } from './inbox-state.ts';
import { ReadingPane } from './reading-pane.tsx';
import { SelectionBar, SelectionPane } from './selection-pane.tsx';
import { useHandedFocus } from './use-handed-focus.ts';
import { useInboxSelection, useSelectionTrial } from './use-inbox-selection.ts';
import { useInbox, type Inbox } from './use-inbox.ts';
import styles from './approvals-view.module.css';

const NARROW = '(max-width: 991px)';

/**
 * The approval inbox: a page of what waits, the oldest first, and the open batch beside it (ux §6.1). J K move, also to
 * the pages before and after; A R O X act. A selection takes the place of the open batch: its dry run, its bar, A and R
 * on all of it.
 */
export function ApprovalsView({
  tabs,
  openId,
  state,
  onOpen,
  onChange,
}: {
  tabs: ReactNode;
  /** Key of the open batch; '' for the first one. */
  openId: string;
  state: InboxState;
  onOpen: (key: string) => void;
  /** Another page or other filters; the first batch of them opens. */
  onChange: (changed: Partial<InboxState>) => void;
}) {
  const navigate = useNavigate();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const selection = useInboxSelection();
  const inbox = useInbox({
    state,
    openId,
    isNarrow,
    onOpen,
    onChange: (changed) => {
      // What was chosen on a page is not chosen unseen on another one.
      selection.clear();
      onChange(changed);
    },
  });
  const { current, currentKey, go } = inbox;
  const [bulk, setBulk] = useState<'approve' | 'return' | null>(null);
  const view = useRef<HTMLDivElement>(null);
  const chosen = inbox.rows.filter((row) => selection.keys.has(batchKey(row)));
  const choosing = chosen.length > 0 && !(isNarrow && openId !== '');
  const { ticks, trial } = useSelectionTrial(chosen, choosing);
  const reading = isNarrow && openId === '' ? undefined : currentKey;

  /** The page of the open batch. */
  function openPage(): void {
    const address = current && batchAddress(current);
    if (address) void navigate(address);
  }

  useShortcut('a', 'Approve the selection', () => setBulk('approve'), { enabled: choosing });
  useShortcut('r', 'Return the selection', () => setBulk('return'), {
    enabled: choosing && chosen.some(({ allowed_actions }) => allowed_actions.return.allowed),
  });
  useShortcut('j', 'Next', () => go(1));
  useShortcut('k', 'Previous', () => go(-1));
  useShortcut('o', 'Open', openPage);
  useShortcut('x', 'Select', () => currentKey !== undefined && selection.toggle(currentKey));
  useShortcut('Escape', 'Clear the selection', selection.clear, { enabled: choosing });
  useHandedFocus(view, currentKey, bulk !== null, isNarrow && reading !== undefined);

  return (
    <div ref={view} className={styles.page}>
      {isNarrow && reading !== undefined ? (
        <ReadingBar inbox={inbox} />
      ) : (
        <>
          <PageHeader
            title="Dashboard"
            documentTitle="Approvals"
            actions={isNarrow ? undefined : <InboxKeys choosing={choosing} />}
          />
          <div className={styles.tabs}>{tabs}</div>
        </>
      )}
      <TabPanel id="approvals" active className={classNames(styles.inbox, choosing && styles.choosing)}>
        {isNarrow && reading !== undefined ? null : (
          <InboxQueue inbox={inbox} selection={selection} chosen={chosen} isNarrow={isNarrow} />
        )}
        {choosing && !isNarrow ? (
          <SelectionPane trial={trial} ticks={ticks} />
        ) : reading !== undefined ? (
          <ReadingPane key={reading} batchKey={reading} isPage={isNarrow} onOpen={openPage} />
        ) : (
          <NothingWaits inbox={inbox} />
        )}
      </TabPanel>
      {choosing ? (
        <SelectionBar
          trial={trial}
          onClear={selection.clear}
          onReturn={() => setBulk('return')}
          onApprove={() => setBulk('approve')}
        />
      ) : null}
      {bulk === null ? null : (
        <BulkMoveDialog
          action={bulk}
          batches={chosen}
          ticks={ticks}
          onClose={(moved) => {
            setBulk(null);
            selection.drop(moved);
          }}
        />
      )}
    </div>
  );
}

/** The keys of the inbox, beside its heading. */
function InboxKeys({ choosing }: { choosing: boolean }) {
  return (
    <span className={`${styles.hints} muted small`}>
      <KeyboardHint keys="j" />
      <KeyboardHint keys="k" /> move
      <KeyboardHint keys="x" /> select
      {choosing ? (
        <>
          <KeyboardHint keys="Escape" /> clear
        </>
      ) : null}
    </span>
  );
}

/** Over a batch that has the window for itself: back to the list, where it stands there, and on to the others. */
function ReadingBar({ inbox: { open, first, index, rows, total, state, lastPage, go } }: { inbox: Inbox }) {
  return (
    <div className={styles.subbar}>
      <h1 className="visually-hidden">Approvals</h1>
      <Button variant="ghost" icon={<IconChevronLeft />} onClick={() => open('')}>
        Approvals
      </Button>
      <span className="muted figures">{`${first + index} of ${total}`}</span>
      <IconButton
        size="lg"
        label="Previous"
        icon={<IconArrowUp />}
        disabledReason={index <= 0 && state.page <= 1 ? 'This is the first one.' : undefined}
        onClick={() => go(-1)}
      />
      <IconButton
        size="lg"
        label="Next"
        icon={<IconArrowDown />}
        disabledReason={index >= rows.length - 1 && state.page >= lastPage ? 'This is the last one.' : undefined}
        onClick={() => go(1)}
      />
    </div>
  );
}

/** In the place of an open batch, once it is known that nothing waits at all. */
function NothingWaits({ inbox: { list, rows, isFiltered } }: { inbox: Inbox }) {
  if (!list.isSuccess || rows.length > 0 || isFiltered) return null;
  return (
    <div className={styles.empty}>
      <IconCheckCircle size={24} />
      <p>Nothing waits for your approval.</p>
    </div>
  );
}
