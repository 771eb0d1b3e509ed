import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { batchCalls } from '../../batches/batch-calls.ts';
import { DashboardScreen } from '../../shell/dashboard-screen.tsx';
import { useSearchState } from '../../shell/search-state.ts';
import { useAccessLevel, useUser } from '../../shell/session.ts';
import { Tabs, type Tab } from '../../ui/tabs.tsx';
import { ACCESS } from '@talaan/core/access/access-level';
import { ApprovalsView, WAITING_QUERY } from './approvals-view.tsx';

const address = z.object({
  view: z.enum(['overview', 'approvals']).default('overview').catch('overview'),
  /** The batch that is open in the inbox. */
  id: z.string().max(20).default('').catch(''),
});

/** /: the dashboard, and for whoever reviews or approves the inbox at /?view=approvals (ux §1.3, §6.1). */
export function HomeScreen() {
  const [{ view, id }, change] = useSearchState(address);
  const { approver, max_amount, user_max_amount, sper_user } = useUser();
  const level = useAccessLevel('Journal Entries');
  const decides =
    approver === 1 || sper_user === 1 || max_amount !== null || user_max_amount !== null || level >= ACCESS.update;
  const hasInbox = level > 0 && (decides || view === 'approvals');
  const waiting = useQuery({ ...batchCalls.list(WAITING_QUERY), enabled: hasInbox, refetchInterval: 60_000 });
  const count = waiting.data?.total;
  const tabs: Tab[] = [
    { id: 'overview', label: 'Overview' },
    { id: 'approvals', label: 'Approvals', ...(count === undefined ? {} : { count }) },
  ];
  const tabRow = hasInbox ? (
    <Tabs
      label="Dashboard"
      tabs={tabs}
      active={view}
      onChange={(next) => change({ view: next === 'approvals' ? 'approvals' : 'overview', id: '' })}
    />
  ) : undefined;
  if (view === 'approvals' && hasInbox) {
    return <ApprovalsView tabs={tabRow} openId={id} onOpen={(next) => change({ id: next }, { replace: id !== '' })} />;
  }
  return <DashboardScreen tabs={tabRow} />;
}
