import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDraft, listDrafts, type DraftView } from '@talaan/contract/documents/draft.contract';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { askToConfirm, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import { useKeptFocus } from '../../../ui/keyboard/kept-focus.ts';
import { IconEdit } from '../../../ui/icons.tsx';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import { numberedName } from '../../record/batch-texts.ts';
import { EntryBanner } from '../../record/entry-banner.tsx';

/** The caller's unsaved entries of every type, newest first. */
export const ownDrafts = () =>
  queryOptions({
    queryKey: ['drafts'],
    queryFn: async ({ signal }) => (await callServer(listDrafts, { query: {}, signal })).data,
    staleTime: 0,
  });

/** Offers the newest unsaved entry, and the others when they are asked for: 'Unsaved entry, batch 0010234. [Continue] [Discard]' (ux §5). */
export function DraftBanners({
  kind,
  except,
  only,
  onContinue,
}: {
  kind: DocumentKind;
  /** The draft that is open already. */
  except?: string | undefined;
  /** Only the unsaved changes of this batch. */
  only?: string | undefined;
  onContinue: (draft: DraftView) => void;
}) {
  const client = useQueryClient();
  const drafts = useQuery(ownDrafts());
  const [isAll, setAll] = useState(false);
  // One that was discarded takes its buttons with it.
  const kept = useKeptFocus<HTMLDivElement>();
  const shown = (drafts.data ?? []).filter(
    ({ id, batch_number, document_type }) =>
      kind.types.some((type) => type === document_type) &&
      id !== except &&
      (only === undefined || batch_number === only),
  );

  async function discard(draft: DraftView): Promise<void> {
    const sure = await askToConfirm({
      title: `Discard the unsaved ${numberedName(draft.document_type, draft.batch_number)}?`,
      text: 'What was typed is lost, and its number is given back.',
      confirmLabel: 'Discard',
      danger: true,
    });
    if (!sure) return;
    try {
      await withPleaseWait(callServer(deleteDraft, { params: { id: draft.id } }));
    } catch (failure) {
      reportFailure(failure);
    }
    await client.invalidateQueries({ queryKey: ownDrafts().queryKey });
  }

  return (
    <div {...kept} tabIndex={-1}>
      {shown.slice(0, isAll ? shown.length : 1).map((draft) => (
        <EntryBanner
          key={draft.id}
          tone="blue"
          icon={<IconEdit />}
          actions={
            <>
              <Button size="sm" onClick={() => onContinue(draft)}>
                Continue
              </Button>
              <Button size="sm" variant="ghost" onClick={() => void discard(draft)}>
                Discard
              </Button>
              {isAll || shown.length < 2 ? null : (
                <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
                  {`${shown.length - 1} more`}
                </Button>
              )}
            </>
          }
        >
          {`Unsaved entry, ${numberedName(draft.document_type, draft.batch_number)}.`}
        </EntryBanner>
      ))}
    </div>
  );
}
