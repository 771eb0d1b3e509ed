import { useQuery } from '@tanstack/react-query';
import {
  addMonths,
  endOfMonth,
  MONTH_NAMES,
  monthOf,
  startOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { CHEQUE_STATES, type ChequeState } from '@talaan/core/documents/cheque/cheque-state';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { FilterMenu } from '../../ui/menus/filter-menu.tsx';
import { IconCalendar, IconTable } from '../../ui/icons.tsx';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { Toolbar } from '../../ui/menus/toolbar.tsx';
import { chequeCalls } from './cheque-calls.ts';
import {
  banksOf,
  isNarrowed,
  NOTHING_NARROWED,
  statesOf,
  type ChangeState,
  type ChequeListState,
} from './cheque-list-state.ts';
import styles from './cheque-register.module.css';

/** Months around today that the filter offers. */
const MONTHS_BACK = 6;
const MONTHS_AHEAD = 12;

/** Search and filters of the register. */
export function RegisterToolbar({
  state,
  onNarrow,
  change,
}: {
  state: ChequeListState;
  onNarrow: (changed: Partial<ChequeListState>) => void;
  change: ChangeState;
}) {
  const today = useToday();
  const months = Array.from({ length: MONTHS_BACK + MONTHS_AHEAD + 1 }, (_month, index) =>
    startOfMonth(addMonths(startOfMonth(today), index - MONTHS_BACK)),
  );
  return (
    <Toolbar
      onClear={isNarrowed(state) ? () => onNarrow(NOTHING_NARROWED) : undefined}
      filters={
        <>
          <SharedFilters state={state} onNarrow={onNarrow} />
          <FilterMenu
            label="Status"
            options={(Object.keys(CHEQUE_STATES) as ChequeState[]).map((value) => ({
              value,
              label: CHEQUE_STATES[value],
            }))}
            selected={statesOf(state.state)}
            onChange={(states) => onNarrow({ state: states.join(',') })}
          />
          <FilterMenu
            label="Month"
            single
            options={months.map((month) => ({
              value: month,
              label: `${MONTH_NAMES[monthOf(month) - 1]!} ${yearOf(month)}`,
            }))}
            selected={months.filter((month) => state.from === month && state.to === endOfMonth(month))}
            onChange={([month]) =>
              onNarrow(
                month === undefined ? { from: '', to: '' } : { from: month, to: endOfMonth(month as CalendarDate) },
              )
            }
          />
          <span className={styles.dates} role="group" aria-label="Cheque dates">
            <DateField label="Cheque dates from" value={state.from} onChange={(from) => onNarrow({ from })} />
            <span className="muted">to</span>
            <DateField label="Cheque dates to" value={state.to} onChange={(to) => onNarrow({ to })} />
          </span>
        </>
      }
      end={<ViewSwitch state={state} change={change} />}
    >
      <SearchBox value={state.q} onSearch={(q) => onNarrow({ q })} label="Search Check Transactions" keys="s" />
    </Toolbar>
  );
}

/** What narrows the list and the calendar alike: the account, and whether it is post-dated. */
export function SharedFilters({
  state,
  onNarrow,
}: {
  state: ChequeListState;
  onNarrow: (changed: Partial<ChequeListState>) => void;
}) {
  const banks = useQuery(chequeCalls.banks());
  return (
    <>
      <FilterMenu
        label="Bank"
        options={(banks.data ?? []).map(({ id, bank_name, bank_account }) => ({
          value: String(id),
          label: `${bank_name} ${bank_account}`,
        }))}
        selected={banksOf(state.bank)}
        onChange={(ids) => onNarrow({ bank: ids.join(',') })}
      />
      <FilterMenu
        label="PDC"
        single
        options={[
          { value: '1', label: 'Post-dated' },
          { value: '0', label: 'Not post-dated' },
        ]}
        selected={state.pdc === '' ? [] : [state.pdc]}
        onChange={([pdc = '']) => onNarrow({ pdc: pdc as ChequeListState['pdc'] })}
      />
    </>
  );
}

/** From the list to the calendar and back. */
export function ViewSwitch({ state, change }: { state: ChequeListState; change: ChangeState }) {
  const isCalendar = state.view === 'calendar';
  return (
    <Button
      variant="ghost"
      icon={isCalendar ? <IconTable /> : <IconCalendar />}
      onClick={() => change({ view: isCalendar ? '' : 'calendar', id: 0 })}
    >
      {isCalendar ? 'List' : 'Calendar'}
    </Button>
  );
}
