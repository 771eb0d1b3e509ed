import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ACCESS } from '@talaan/core/access/access-level';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { listNotices, readNotices } from '@talaan/contract/notices/notice.contract';
import { callServer } from '../api/client.ts';
import { reportFailure } from '../api/report-failure.ts';
import { accessLevelOn, useRoleAccess, useSession } from '../session/session.ts';

/** How often the bell asks; the server brings it in line with what waits once a minute, too. */
const ASK_AGAIN_MS = 60_000;

export const NOTICES_KEY = 'notices';
const MODULES = [...new Set(Object.values(DOCUMENT_MODULES)), 'Payment'] as const;

const noticesQuery = queryOptions({
  queryKey: [NOTICES_KEY],
  queryFn: ({ signal }) => callServer(listNotices, { signal }),
});

/** Whether transactions can wait for the user: he sees some kind of them. */
export function useSeesTransactions(): boolean {
  const roleaccess = useRoleAccess();
  return MODULES.some((module) => accessLevelOn(roleaccess, module) >= ACCESS.select);
}

/** The user's notices, the newest first, how many files are in his tray, and how to mark notices as read; nobody marks them for another user. */
export function useNotices() {
  const session = useSession();
  const enabled = session.state === 'signed_in';
  const client = useQueryClient();
  const { data, refetch } = useQuery({ ...noticesQuery, enabled, refetchInterval: ASK_AGAIN_MS });
  const isOwn = session.state !== 'signed_out' && !session.preview;

  async function markRead(id?: string): Promise<void> {
    if (!isOwn) return;
    try {
      await callServer(readNotices, { body: id === undefined ? {} : { id } });
    } catch (failure) {
      reportFailure(failure);
    }
    await client.invalidateQueries({ queryKey: [NOTICES_KEY] });
  }

  return {
    notices: data?.data ?? [],
    unread: enabled ? (data?.unread ?? 0) : 0,
    files: enabled ? (data?.files ?? 0) : 0,
    mayMark: isOwn,
    markRead,
    lookAgain: () => void (enabled && refetch()),
  };
}
