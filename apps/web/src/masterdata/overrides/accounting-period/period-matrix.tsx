import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PERIOD_NUMBERS } from '@talaan/contract/resources/books/period.choices';
import {
  PERIOD_CLOSED,
  PERIOD_MODULES,
  PERIOD_OPEN,
  type PeriodFlag,
  type PeriodModule,
} from '@talaan/core/calendar/accounting-period';
import { yearOf } from '@talaan/core/calendar/calendar-date';
import { ACCESS } from '@talaan/core/access/access-level';
import { useWhyNot } from '../../../session/why-not.ts';
import { Switch } from '../../../ui/fields/checkbox.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { useToday } from '../../../ui/dates/today.tsx';
import { FISCAL_YEAR, useFiscalYears } from '../../record/fiscal-years.ts';
import { ListToolbar } from '../../list/list-toolbar.tsx';
import type { MasterRecord } from '../../record/resource-calls.ts';
import type { ListViewProps } from '../../record/resource-parts.ts';
import { useSaveEntries, type EntryChange } from '../../record/save-entries.ts';
import { LoadState } from '../../../ui/waiting/load-state.tsx';
import styles from '../../matrix/matrix.module.css';
import { useClosingQuestion } from './closing-question.tsx';

const MONTHS = Object.entries(PERIOD_NUMBERS).map(([number, name]) => ({ number: Number(number), name }));

/**
 * The twelve months of a fiscal year by the three parts of the books, each open or closed. A missing month is closed.
 * A switch acts at once, and its message offers the way back.
 */
export function PeriodMatrix(props: ListViewProps) {
  const { parts, state, change, abilities } = props;
  const { definition, calls } = parts;
  const today = useToday();
  const year = Number(state.filters[FISCAL_YEAR]?.[0] ?? yearOf(today));
  const years = useFiscalYears([year]);
  const periods = useQuery(calls.all({ [FISCAL_YEAR]: String(year) }));
  const save = useSaveEntries(parts);
  const { ask, question } = useClosingQuestion();
  /** The switch that is being stored: 'month module' and where it goes. */
  const [turning, setTurning] = useState<{ key: string; flag: PeriodFlag } | null>(null);
  const stored = new Map((periods.data ?? []).map((record) => [Number(record['period_no']), record]));
  const blocked = useWhyNot(definition.module, ACCESS.update, abilities.update && abilities.create);

  async function turn(month: number, module: PeriodModule, flag: PeriodFlag): Promise<void> {
    if (turning !== null) return;
    const record = stored.get(month) ?? null;
    const flags = { [module]: flag };
    setTurning({ key: `${month} ${module}`, flag });
    if (await ask(record, flags)) {
      await save([changeOf(record, year, month, flags)], `${MONTHS[month - 1]!.name} ${year}`);
    }
    setTurning(null);
  }

  return (
    <>
      <ListToolbar {...props} plain>
        <span className={styles.picker}>
          <CodeSelect
            label={definition.fields[FISCAL_YEAR]!.label}
            options={years.toReversed().map((one) => ({ value: String(one), label: String(one) }))}
            value={String(year)}
            onChange={(chosen) => chosen !== '' && change({ filters: { [FISCAL_YEAR]: [chosen] } })}
          />
        </span>
      </ListToolbar>
      <div className={styles.scroll}>
        <LoadState query={periods} what="this year" className={styles.note} />
        {periods.isSuccess ? (
          <MonthsTable
            fields={definition.fields}
            year={year}
            fixed={blocked !== undefined}
            flagOf={(month, module) =>
              turning?.key === `${month} ${module}` ? turning.flag : storedFlag(stored.get(month), module)
            }
            onTurn={(month, module, flag) => void turn(month, module, flag)}
          />
        ) : null}
      </div>
      {question}
    </>
  );
}

interface MonthsTableProps {
  fields: ListViewProps['parts']['definition']['fields'];
  year: number;
  fixed: boolean;
  flagOf: (month: number, module: PeriodModule) => PeriodFlag;
  onTurn: (month: number, module: PeriodModule, flag: PeriodFlag) => void;
}

/** A row for each month and a switch for each part of the books. */
function MonthsTable({ fields, year, fixed, flagOf, onTurn }: MonthsTableProps) {
  return (
    <table className={styles.months}>
      <caption className="visually-hidden">{`Periods of fiscal year ${year}`}</caption>
      <thead>
        <tr>
          <th scope="col">{`Period of ${year}`}</th>
          {PERIOD_MODULES.map((module) => (
            <th key={module} scope="col">
              {fields[module]!.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {MONTHS.map(({ number, name }) => (
          <tr key={number}>
            <th scope="row">{name}</th>
            {PERIOD_MODULES.map((module) => {
              const flag = flagOf(number, module);
              const label = `${name} ${fields[module]!.label}`;
              return (
                <td key={module}>
                  <Switch
                    label={flag === PERIOD_OPEN ? 'Open' : 'Closed'}
                    aria-label={`${label}: ${flag === PERIOD_OPEN ? 'Open' : 'Closed'}`}
                    checked={flag === PERIOD_OPEN}
                    disabled={fixed}
                    onChange={(event) => onTurn(number, module, event.target.checked ? PERIOD_OPEN : PERIOD_CLOSED)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function storedFlag(record: MasterRecord | undefined, module: PeriodModule): PeriodFlag {
  return record?.[module] === PERIOD_OPEN ? PERIOD_OPEN : PERIOD_CLOSED;
}

/** A month without a record gets one. */
function changeOf(
  record: MasterRecord | null,
  year: number,
  month: number,
  change: Partial<Record<PeriodModule, PeriodFlag>>,
): EntryChange {
  return record === null
    ? { action: 'add', entry: { [FISCAL_YEAR]: year, period_no: month, ...change } }
    : { action: 'update', record, change };
}
