import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { reportFailure } from '../api/report-failure.ts';
import { ActionMenu } from '../ui/menus/action-menu.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { showError, showSuccess } from '../ui/feedback/feedback.ts';
import { IconChevronDown, IconDownload } from '../ui/icons.tsx';
import { useCommand } from './commands.ts';

const FORMATS = [
  { format: 'xlsx', label: 'Excel' },
  { format: 'csv', label: 'CSV' },
] as const;

export type ExportFormat = (typeof FORMATS)[number]['format'];

/**
 * Saves what a list finds, every page of it, as a file of the chosen format; `download` answers the file's name (ux §3).
 * `command` is what the command palette calls it; `label` what the menu is called, where 'Export' does not say it.
 */
export function ExportMenu({
  command,
  label = 'Export',
  text = label,
  download,
}: {
  command: string;
  label?: string;
  text?: string;
  download: (format: ExportFormat) => Promise<string>;
}) {
  const [busy, setBusy] = useState(false);

  async function save(format: ExportFormat): Promise<void> {
    setBusy(true);
    try {
      showSuccess(`${await download(format)} is saved.`);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.failedToRetrieve(message)));
    } finally {
      setBusy(false);
    }
  }

  useCommand({ label: command, detail: 'Excel', run: () => void save('xlsx') });
  return (
    <ActionMenu
      label={label}
      target={
        <Button busy={busy} icon={<IconDownload />} iconAfter={<IconChevronDown />}>
          {text}
        </Button>
      }
      groups={[
        {
          actions: FORMATS.map(({ format, label: name }) => ({
            id: format,
            label: name,
            detail: `.${format}`,
            onSelect: () => void save(format),
          })),
        },
      ]}
    />
  );
}
