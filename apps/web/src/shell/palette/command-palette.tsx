import { lazy, Suspense } from 'react';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';

const PaletteBody = lazy(async () => ({ default: (await import('./palette-body.tsx')).PaletteBody }));

/**
 * Ctrl K: finds transactions, cheques, receipts, payees and amounts over all months, goes anywhere the user may go, creates
 * and acts (ux §1.1). `text` is what stands in its box; null keeps it closed.
 */
export function CommandPalette({
  text,
  onClose,
  onShowShortcuts,
}: {
  text: string | null;
  onClose: () => void;
  onShowShortcuts: () => void;
}) {
  return (
    <Dialog open={text !== null} title="Command palette" width={960} bare onClose={onClose} enterMovesOn={false}>
      <Suspense fallback={<ProgressLine active />}>
        <PaletteBody given={text ?? ''} onShowShortcuts={onShowShortcuts} />
      </Suspense>
    </Dialog>
  );
}
