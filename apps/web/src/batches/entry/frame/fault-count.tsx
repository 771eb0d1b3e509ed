import { useRef } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { jumpTo } from '../../../ui/error-summary.tsx';
import { IconAlert } from '../../../ui/icons.tsx';
import { useShortcut } from '../../../ui/keyboard/shortcuts.ts';
import type { CellFault } from '../grid/grid-lines.ts';
import { LOOKING_UP } from '../grid/grid-line.ts';
import type { ToldFault } from './edited-document.ts';

/** How much is to be corrected, in the foot of the page: a press and F8 lead to the next one, Shift+F8 back (ux §5). */
export function FaultCount({
  faults: all,
  onJump,
}: {
  /** In the order of the page. */
  faults: readonly ToldFault[];
  /** Brings a faulty cell in sight. */
  onJump: (cell: CellFault) => void;
}) {
  const faults = all.filter(({ cell }) => cell?.message !== LOOKING_UP);
  /** Where it led last; what stood there may be corrected since. */
  const last = useRef<{ fieldId: string | undefined; place: number }>({ fieldId: undefined, place: -1 });

  function lead(by: 1 | -1): void {
    const { fieldId: former, place: before } = last.current;
    const at = faults.findIndex(({ fieldId }) => fieldId === former && before >= 0);
    const next = at < 0 ? Math.max(before, 0) + Math.min(by, 0) : at + by;
    const place = (next + faults.length) % faults.length;
    const { cell, fieldId } = faults[place]!;
    last.current = { fieldId, place };
    // An open cell takes what was typed into it first.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (cell === undefined) jumpTo(fieldId);
    else onJump(cell);
  }
  const enabled = faults.length > 0;
  useShortcut('F8', 'Next fault', () => lead(1), { enabled });
  useShortcut('shift+F8', 'Previous fault', () => lead(-1), { enabled });

  const [first] = faults;
  if (first === undefined) return null;
  const where = faults.length === 1 && first.cell !== undefined ? `: line ${first.cell.row + 1}` : '';
  return (
    <Button size="sm" variant="danger" icon={<IconAlert />} keys="F8" onClick={() => lead(1)}>
      {`${faults.length} to correct${where}`}
    </Button>
  );
}
