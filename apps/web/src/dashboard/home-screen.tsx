import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { ACCESS } from '@talaan/core/access/access-level';
import { batchCalls } from '../batches/record/batch-calls.ts';
import { DashboardScreen } from './dashboard-screen.tsx';
import { useSearchState } from '../page/search-state.ts';
import { accessLevelOn, useRoleAccess, useUser } from '../session/session.ts';
import { Tabs, type Tab } from '../ui/menus/tabs.tsx';
import { ApprovalsView } from '../desks/approvals/approvals-view.tsx';
import { inboxFields, NO_FILTERS, WAITING_QUERY } from '../desks/approvals/inbox-state.ts';

const address = z.object({
  view: z.enum(['overview', 'approvals']).default('overview').catch('overview'),
  /** The batch that is open in the inbox. */
  id: z.string().max(20).default('').catch(''),
  ...inboxFields,
});

const MODULES = [...new Set(Object.values(DOCUMENT_MODULES))];

/**
 * /: the dashboard, and for whoever reviews or approves any type the inbox at /?view=approvals (ux §1.3, §6.1). A
 * stand-in has no limit of his own: for him the inbox is there as soon as something waits.
 */
export function HomeScreen() {
  const [{ view, id, ...state }, change] = useSearchState(address);
  const { approver, max_amount, user_max_amount, sper_user } = useUser();
  const roleaccess = useRoleAccess();
  const level = Math.max(...MODULES.map((module) => accessLevelOn(roleaccess, module)));
  const decides =
    approver === 1 || sper_user === 1 || max_amount !== null || user_max_amount !== null || level >= ACCESS.update;
  const seesDocuments = level >= ACCESS.select;
  const waiting = useQuery({ ...batchCalls.list(WAITING_QUERY), enabled: seesDocuments, refetchInterval: 60_000 });
  const count = waiting.data?.total;
  const hasInbox = seesDocuments && (decides || view === 'approvals' || (count ?? 0) > 0);
  const tabs: Tab[] = [
    { id: 'overview', label: 'Overview' },
    { id: 'approvals', label: 'Approvals', ...(count === undefined ? {} : { count }) },
  ];
  const tabRow = hasInbox ? (
    <Tabs
      label="Dashboard"
      tabs={tabs}
      active={view}
      onChange={(next) =>
        change({ view: next === 'approvals' ? 'approvals' : 'overview', id: '', page: 1, ...NO_FILTERS })
      }
    />
  ) : undefined;
  if (view === 'approvals' && hasInbox) {
    return (
      <ApprovalsView
        tabs={tabRow}
        openId={id}
        state={state}
        onOpen={(next) => change({ id: next }, { replace: id !== '' })}
        onChange={(changed) => change({ ...changed, id: '' }, { replace: true })}
      />
    );
  }
  return <DashboardScreen tabs={tabRow} />;
}
