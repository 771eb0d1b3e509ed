import { useState } from 'react';
import { reportFailure } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { IconDocument } from '../ui/icons.tsx';

/** Opens the paper as a file in a tab of its own (spec 2 §7). The page stays usable meanwhile. */
export function PdfButton({ open }: { open: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  async function show(): Promise<void> {
    setBusy(true);
    try {
      await open();
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button icon={<IconDocument />} busy={busy} onClick={() => void show()}>
      PDF
    </Button>
  );
}
