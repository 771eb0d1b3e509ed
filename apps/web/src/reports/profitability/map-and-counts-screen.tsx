import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { PageHeader } from '../../page/page-header.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { useToday } from '../../ui/dates/today.tsx';
import { hasUnsaved } from '../../ui/layers/unsaved.ts';
import { askToDiscard } from '../../ui/feedback/feedback.ts';
import { TabPanel, Tabs } from '../../ui/menus/tabs.tsx';
import { AccountMap } from './account-map.tsx';
import { BranchCounts } from './branch-counts.tsx';
import styles from './result-map.module.css';

const TABS = [
  { id: 'map', label: 'Map of accounts' },
  { id: 'counts', label: 'Transactions of branches' },
];

const searchState = z.object({
  tab: z.enum(['map', 'counts']).catch('map'),
  /** Which version is shown; the newest where none is said. */
  version: z.coerce.number().int().positive().optional().catch(undefined),
  unmapped: z.enum(['0', '1']).catch('0'),
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .catch(''),
});

/** /profitability/map: which line of the results each account belongs to, and how many transactions branches had. */
export function MapAndCountsScreen() {
  const [state, change] = useSearchState(searchState);
  const today = useToday();
  const whyNot = useWhyNot('Profitability', ACCESS.update);

  /** What is typed and not saved is not dropped unasked. */
  async function leaveTo(to: Partial<typeof state>): Promise<void> {
    if (!hasUnsaved() || (await askToDiscard())) change(to);
  }

  return (
    <div className={styles.page}>
      <PageHeader title="Map and counts" />
      <div className={styles.tabs}>
        <Tabs
          label="How profitability is read"
          tabs={TABS}
          active={state.tab}
          onChange={(tab) => void leaveTo({ tab: tab as typeof state.tab })}
        />
      </div>
      <TabPanel id={state.tab} active className={styles.panel ?? ''}>
        {whyNot !== undefined ? (
          <p className={styles.note}>{whyNot}</p>
        ) : state.tab === 'map' ? (
          <AccountMap
            key={state.version ?? 'newest'}
            version={state.version}
            onVersion={(version) => void leaveTo({ version })}
            onMade={() => change({ version: undefined })}
            onlyUnmapped={state.unmapped === '1'}
            onOnlyUnmapped={(only) => change({ unmapped: only ? '1' : '0' }, { replace: true })}
          />
        ) : (
          <BranchCounts
            key={state.month}
            month={state.month || today.slice(0, 7)}
            onMonth={(month) => void leaveTo({ month })}
          />
        )}
      </TabPanel>
    </div>
  );
}
