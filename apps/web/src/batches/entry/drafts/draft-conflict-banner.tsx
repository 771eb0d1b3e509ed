import type { DraftView } from '@talaan/contract/documents/draft.contract';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconAlert } from '../../../ui/icons.tsx';
import { EntryBanner } from '../../record/entry-banner.tsx';
import type { DraftSaving } from './draft-saving.ts';

/** Another window changed the same draft: the person loads that work, or keeps what stands here. Empty until then. */
export function DraftConflictBanner({
  draftSaving,
  onLoad,
}: {
  draftSaving: DraftSaving;
  onLoad: (other: DraftView) => void;
}) {
  const { conflict: other, keepMine } = draftSaving;
  if (other === null) return null;
  return (
    <EntryBanner
      tone="amber"
      icon={<IconAlert />}
      actions={
        <>
          <Button
            size="sm"
            onClick={() => {
              onLoad(other);
              keepMine();
            }}
          >
            Load it
          </Button>
          <Button size="sm" variant="ghost" onClick={keepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      This entry was changed in another window.
    </EntryBanner>
  );
}
