import { useState } from 'react';
import { reportFailure } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { showSuccess } from '../ui/feedback/feedback.ts';
import { IconDocument } from '../ui/icons.tsx';

/** Saves the paper as a file; `download` answers its name. The page stays usable meanwhile. */
export function PdfButton({ download }: { download: () => Promise<string> }) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      showSuccess(`${await download()} is saved.`);
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button icon={<IconDocument />} busy={busy} onClick={() => void save()}>
      PDF
    </Button>
  );
}
