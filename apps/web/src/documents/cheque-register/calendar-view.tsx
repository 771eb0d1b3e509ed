import { yearOf } from '@talaan/core/calendar/calendar-date';
import { MonthPicker } from '../../ui/dates/month-picker.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { Toolbar } from '../../ui/menus/toolbar.tsx';
import { ChequeCalendar } from './cheque-calendar.tsx';
import { banksOf, type ChangeState, type ChequeListState } from './cheque-list-state.ts';
import { SharedFilters, ViewSwitch } from './register-toolbar.tsx';

/** Years ahead that the calendar reaches: series of post-dated cheques run for long. */
const YEARS_AHEAD = 10;

/** The month of the calendar with its filters; a day or an account leads to its cheques in the list. */
export function CalendarView({
  state,
  change,
  onNarrow,
}: {
  state: ChequeListState;
  change: ChangeState;
  onNarrow: (changed: Partial<ChequeListState>) => void;
}) {
  const today = useToday();
  const month = state.month === '' ? today.slice(0, 7) : state.month;
  const banks = banksOf(state.bank);
  return (
    <>
      <Toolbar end={<ViewSwitch state={state} change={change} />}>
        <MonthPicker value={month} lastYear={yearOf(today) + YEARS_AHEAD} onChange={(to) => change({ month: to })} />
        <SharedFilters state={state} onNarrow={onNarrow} />
      </Toolbar>
      <ChequeCalendar
        month={month}
        query={{
          ...(banks.length === 0 ? {} : { bank_id: banks }),
          ...(state.pdc === '' ? {} : { is_pdc: state.pdc === '1' ? 1 : 0 }),
        }}
        onDay={(from, to, bankId) =>
          change({
            view: '',
            page: 1,
            from,
            to,
            state: DUE_STATES,
            ...(bankId === undefined ? {} : { bank: String(bankId) }),
          })
        }
      />
    </>
  );
}

/** The states that the calendar counts. */
const DUE_STATES = 'queued,printed,released,matured';
