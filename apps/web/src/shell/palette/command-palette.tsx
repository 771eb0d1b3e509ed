import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
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
  const takeTyped = useTypedMeanwhile(text);
  return (
    <Dialog open={text !== null} title="Command palette" width={960} bare onClose={onClose} enterMovesOn={false}>
      <Suspense fallback={<ProgressLine active />}>
        <PaletteBody takeTyped={takeTyped} onShowShortcuts={onShowShortcuts} />
      </Suspense>
    </Dialog>
  );
}

/**
 * Keeps what is typed from the moment the palette is asked for until it is there: nothing of it may be lost, nor act on the page
 * below. The box takes it, with the text that it is opened with, when it has the focus.
 */
function useTypedMeanwhile(text: string | null): () => string {
  const typed = useRef('');
  const stop = useRef(() => {});
  useLayoutEffect(() => {
    if (text === null) return;
    typed.current = text;
    const keep = (event: KeyboardEvent): void => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isLetter && event.key !== 'Backspace') return;
      typed.current = isLetter ? typed.current + event.key : typed.current.slice(0, -1);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', keep, true);
    stop.current = () => window.removeEventListener('keydown', keep, true);
    return stop.current;
  }, [text]);
  return () => {
    stop.current();
    return typed.current;
  };
}
