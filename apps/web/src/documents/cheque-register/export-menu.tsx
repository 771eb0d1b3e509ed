import { useState } from 'react';
import { exportCheques } from '@talaan/contract/documents/cheque.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { downloadFile } from '../../api/download.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { showError, showSuccess } from '../../ui/feedback/feedback.ts';
import { IconChevronDown, IconDownload } from '../../ui/icons.tsx';
import { chequeQueryOf, type ChequeListState } from './cheque-list-state.ts';

const FORMATS = [
  { format: 'xlsx', label: 'Excel' },
  { format: 'csv', label: 'CSV' },
] as const;

/** The register as a file: what is filtered, all pages. */
export function ExportMenu({ state }: { state: ChequeListState }) {
  const [busy, setBusy] = useState(false);

  async function save(format: 'xlsx' | 'csv'): Promise<void> {
    setBusy(true);
    try {
      const name = await downloadFile(exportCheques, { query: { ...chequeQueryOf(state), format } });
      showSuccess(`${name} is saved.`);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.failedToRetrieve(message)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ActionMenu
      label="Export"
      target={
        <Button busy={busy} icon={<IconDownload />} iconAfter={<IconChevronDown />}>
          Export
        </Button>
      }
      groups={[
        {
          actions: FORMATS.map(({ format, label }) => ({
            id: format,
            label,
            detail: `.${format}`,
            onSelect: () => void save(format),
          })),
        },
      ]}
    />
  );
}
