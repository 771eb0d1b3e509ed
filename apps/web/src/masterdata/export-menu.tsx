import { MESSAGES } from '@talaan/contract/errors/messages';
import type { ResourceListQuery } from '@talaan/contract/resource/list-query';
import { downloadFile } from '../api/download.ts';
import { reportFailure } from '../api/report-failure.ts';
import { useState } from 'react';
import { showError, showSuccess } from '../ui/feedback/feedback.ts';
import { ActionMenu } from '../ui/action-menu.tsx';
import { Button } from '../ui/button.tsx';
import { IconChevronDown, IconDownload } from '../ui/icons.tsx';
import { useCommand } from '../shell/commands.ts';
import type { ResourceParts } from './resource-parts.ts';

const FORMATS = [
  { format: 'xlsx', label: 'Excel' },
  { format: 'csv', label: 'CSV' },
] as const;

/** Saves what the list's search and filters find, every page of it, or the selected records, as a file (ux §3). */
export function ExportMenu({
  parts,
  selection,
  ofSelection = false,
}: {
  parts: ResourceParts;
  selection: ResourceListQuery;
  ofSelection?: boolean;
}) {
  const { calls, definition } = parts;
  const [busy, setBusy] = useState(false);

  async function save(format: 'xlsx' | 'csv'): Promise<void> {
    setBusy(true);
    try {
      const name = await downloadFile(calls.routes.exportFile, { query: { ...selection, format } });
      showSuccess(`${name} is saved.`);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.failedToRetrieve(message)));
    } finally {
      setBusy(false);
    }
  }

  useCommand({
    label: ofSelection ? `Export selected ${definition.title.many}` : `Export ${definition.title.many}`,
    detail: 'Excel',
    run: () => void save('xlsx'),
  });
  return (
    <ActionMenu
      label={ofSelection ? 'Export selected' : 'Export'}
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
