import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { MAINTENANCE_REPORT, maintenanceReport } from '@talaan/contract/reports/files/maintenance-report.contract';
import { RESOURCE_INDEX } from '@talaan/contract/resource/resource-index';
import { ACCESS } from '@talaan/core/access/access-level';
import { downloadFile } from '../api/download.ts';
import { reportFailure } from '../api/report-failure.ts';
import { accessLevelOn, useRoleAccess, useSession } from '../session/session.ts';
import { showError, showSuccess } from '../ui/feedback/feedback.ts';
import { startFile } from './report-files.ts';

/** Saves every list of File Maintenance that the user may Select as one workbook (reports.md §14); null where that is none. */
export function useMaintenanceReport(): (() => Promise<void>) | null {
  const client = useQueryClient();
  const session = useSession();
  const roleaccess = useRoleAccess();
  const lists = Object.entries(RESOURCE_INDEX)
    .flatMap(([name, { module }]) => (accessLevelOn(roleaccess, module) >= ACCESS.select ? [name] : []))
    .join(',');
  // Who looks as somebody else starts nothing in his name.
  const mayStart = session.state === 'signed_in' && !session.preview;
  return useMemo(() => (lists === '' ? null : () => take(lists, mayStart ? client : null)), [client, lists, mayStart]);
}

async function take(resources: string, client: QueryClient | null): Promise<void> {
  try {
    const asked = { report: MAINTENANCE_REPORT, format: 'xlsx', filter: { resources } } as const;
    if (client !== null && (await startFile(client, asked))) return;
    showSuccess(`${await downloadFile(maintenanceReport, { body: {} })} is saved.`);
  } catch (failure) {
    reportFailure(failure, (message) => showError(MESSAGES.failedToRetrieve(message)));
  }
}
