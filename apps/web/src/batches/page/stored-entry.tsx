import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { readDraft } from '@talaan/contract/documents/draft.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../api/client.ts';
import { BatchActions } from './batch-actions.tsx';
import { batchCalls } from '../record/batch-calls.ts';
import { BatchBadges } from '../record/batch-chips.tsx';
import { BatchBanners } from '../reading/batch-reading.tsx';
import { DraftBanners } from '../entry/drafts/draft-banner.tsx';
import { newDraftId } from '../entry/drafts/draft-id.ts';
import { useEditLock } from '../entry/drafts/edit-lock.ts';
import { EntryBanner } from '../record/entry-banner.tsx';
import { HistoryDialog } from '../reading/history-dialog.tsx';
import { PrintsDialog } from '../reading/prints-dialog.tsx';
import { showAmount, batchTitle } from '../record/batch-texts.ts';
import { useBatchMoves } from '../moves/use-batch-moves.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { rememberRecent } from '../../page/recent.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconLock } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import type { DocumentType } from '@talaan/core/documents/document-type';
import styles from './entry-page.module.css';
import { Failed, Loading, NotFound } from './entry-states.tsx';
import { keyIn, type EntryScreen } from './entry-screen.ts';

const LOCK_LOOK_MS = 20_000;

/** A stored entry: to read with its actions, or to change under the edit lock. */
export function StoredEntry<Kind extends DocumentKind>({
  screen: { kind, titleOf, Editor, Reading, Sums, Besides, pending },
  batchNumber,
  draftId,
  wantsEdit,
  onEdit,
}: {
  screen: EntryScreen<Kind>;
  batchNumber: string;
  draftId: string;
  wantsEdit: boolean;
  onEdit: (on: boolean, draftId?: string) => void;
}) {
  const [newId] = useState(newDraftId);
  const id = draftId === '' ? newId : draftId;
  const user = useUser();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'history' | 'prints' | null>(null);
  const key = keyIn(kind, batchNumber);
  const detail = useQuery({
    ...batchCalls.one(key),
    // While somebody else has it, the page looks now and then whether it is free.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.processing === 1 && data.locked_by !== user.id ? LOCK_LOOK_MS : false,
  });
  const batch = detail.data;
  const mayEdit = batch?.allowed_actions.edit.allowed ?? false;
  const lock = useEditLock(
    batchNumber,
    (batch?.document_type as DocumentType | undefined) ?? kind.types[0],
    wantsEdit && mayEdit,
  );
  const choices = useQuery({ ...batchCalls.choices(), enabled: wantsEdit && mayEdit });
  const draft = useQuery({
    queryKey: ['entry-page', 'draft', draftId],
    queryFn: async () => (await callServer(readDraft, { params: { id: draftId } })).data,
    enabled: draftId !== '' && wantsEdit,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const moves = useBatchMoves((action) => {
    if (action === 'void' || action === 'delete' || action === 'archive' || action === 'submit')
      void navigate({ to: kind.list });
  });

  useEffect(() => {
    if (batch === undefined) return;
    rememberRecent({
      label: titleOf(batch.batch_number),
      context: batchTitle(batch),
      path: kind.page,
      search: { batch: batch.batch_number },
      detail: `${batch.currency} ${showAmount(batch.total_amount)}`,
    });
  }, [batch, kind, titleOf]);

  const title = titleOf(batchNumber);
  if (detail.isError && batch === undefined) {
    const unknown = detail.error instanceof CallRefused && detail.error.problem.status === 404;
    return unknown ? (
      <NotFound title={title} text={MESSAGES.noSuchBatch(batchNumber, kind.one)} />
    ) : (
      <Failed title={title} failure={detail.error} onRetry={() => void detail.refetch()} />
    );
  }
  if (batch === undefined) return <Loading title={title} />;

  const links = (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsked('prints')}>
        Prints
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setAsked('history')}>
        History
      </Button>
    </>
  );
  const chips = <BatchBadges batch={batch} />;
  const close = () => setAsked(null);
  const dialog =
    asked === 'history' ? (
      <HistoryDialog batchKey={key} onClose={close} />
    ) : asked === 'prints' ? (
      <PrintsDialog batchKey={key} onClose={close} />
    ) : null;
  const isReady = choices.data !== undefined && (draftId === '' || !draft.isPending);

  if (wantsEdit && mayEdit && lock.state !== 'refused') {
    if (lock.state !== 'held' || !isReady) return <Loading title={title} />;
    return (
      <>
        <Editor
          key={id}
          kind={kind}
          title={title}
          choices={choices.data}
          batchNumber={batchNumber}
          pendingNumber={pending.number}
          draftId={id}
          draft={draft.data ?? null}
          stored={batch}
          badges={chips}
          links={links}
          banners={
            <>
              <BatchBanners batch={batch} userId={user.id} onRelease={() => moves.run('unlock', batch)} />
              <DraftBanners kind={kind} except={id} only={batchNumber} onContinue={(other) => onEdit(true, other.id)} />
            </>
          }
          onCancel={() => onEdit(false)}
        />
        {dialog}
      </>
    );
  }
  return (
    <div className={styles.page}>
      <PageHeader title={title} crumb={title} badges={chips} actions={links} />
      <ProgressLine active={detail.isFetching} />
      {lock.state === 'refused' ? (
        <EntryBanner
          tone="amber"
          icon={<IconLock />}
          actions={
            <Button size="sm" onClick={() => onEdit(false)}>
              View it
            </Button>
          }
        >
          {lock.message}
        </EntryBanner>
      ) : (
        <BatchBanners batch={batch} userId={user.id} onRelease={() => moves.run('unlock', batch)} />
      )}
      {mayEdit ? <DraftBanners kind={kind} only={batchNumber} onContinue={(other) => onEdit(true, other.id)} /> : null}
      <div className={styles.reading}>
        <Reading batch={batch} />
      </div>
      <div className={styles.foot} role="region" aria-label="Actions" data-region data-foot>
        {Sums === undefined ? (
          <span className="text-2 figures">{`${batch.currency} ${showAmount(batch.total_amount)}`}</span>
        ) : (
          <Sums batch={batch} />
        )}
        {Besides === undefined ? null : (
          <span className={styles.besides}>
            <Besides batch={batch} />
          </span>
        )}
        <BatchActions batch={batch} moves={moves} onEdit={() => onEdit(true)} onHistory={() => setAsked('history')} />
      </div>
      {moves.dialog}
      {dialog}
    </div>
  );
}
