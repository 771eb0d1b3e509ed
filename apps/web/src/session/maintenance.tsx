import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readMaintenance } from '@talaan/contract/http/maintenance.contract';
import { callServer } from '../api/client.ts';
import { noteMaintenance, noteMaintenanceOver, useMaintenance } from '../api/maintenance.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Dialog } from '../ui/layers/dialog.tsx';
import { IconWarning } from '../ui/icons.tsx';
import styles from './maintenance.module.css';
import { useSession } from './session.ts';
import { signOutAfterAsking } from './sign-out.ts';

const ASK_EVERY_MS = 5000;

/**
 * Over the page of whoever is not served while the product is maintained. The page stays mounted with what was typed; when
 * the server says that it is over, its loads are asked again and the work goes on.
 */
export function MaintenanceDialog() {
  const session = useSession();
  const maintenance = useMaintenance();
  const { isFetching, refetch } = useMaintenanceEnd();
  return (
    <Dialog
      open={maintenance.kind === 'waiting' && session.state === 'signed_in'}
      title="Talaan is being maintained"
      width={420}
      role="alertdialog"
      closable={false}
      onClose={() => undefined}
      footer={
        <>
          <Button variant="ghost" onClick={() => void signOutAfterAsking()}>
            Sign out
          </Button>
          <Button variant="primary" data-autofocus busy={isFetching} onClick={() => void refetch()}>
            Check now
          </Button>
        </>
      }
    >
      {maintenance.kind === 'waiting' && maintenance.message !== null ? (
        <p className={styles.message}>{maintenance.message}</p>
      ) : null}
      <p>
        Nothing you typed is lost: this page stays as it is, and goes on by itself as soon as the maintenance is over.
      </p>
    </Dialog>
  );
}

/** While it lasts, the server is asked whether it still does. */
function useMaintenanceEnd() {
  const client = useQueryClient();
  const { kind } = useMaintenance();
  return useQuery({
    queryKey: ['maintenance'],
    queryFn: async ({ signal }) => {
      const { data } = await callServer(readMaintenance, { signal });
      if (data === null) {
        noteMaintenanceOver();
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'maintenance' });
      } else if (kind === 'waiting') noteMaintenance(data.message);
      return data;
    },
    enabled: kind !== 'none',
    staleTime: 0,
    refetchInterval: ASK_EVERY_MS,
    refetchIntervalInBackground: true,
    // The server may be away for a moment while it is maintained: the next question comes by itself.
    retry: false,
  });
}

/** Above every page of a super user, who works while the others wait. */
export function MaintenanceBanner() {
  const { kind } = useMaintenance();
  return (
    <div role="status">
      {kind === 'working' ? (
        <div className={styles.banner}>
          <IconWarning />
          Maintenance is on: only super users are served.
        </div>
      ) : null}
    </div>
  );
}
