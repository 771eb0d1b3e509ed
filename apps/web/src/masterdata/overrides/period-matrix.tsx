import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PERIOD_NUMBERS } from '@talaan/contract/resources/period.choices';
import {
  PERIOD_CLOSED,
  PERIOD_MODULES,
  PERIOD_OPEN,
  type PeriodFlag,
  type PeriodModule,
} from '@talaan/core/calendar/accounting-period';
import { yearOf } from '@talaan/core/calendar/calendar-date';
import { ACCESS } from '@talaan/core/access/access-level';
import { useWhyNot } from '../../shell/why-not.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { CodeSelect } from '../../ui/combobox.tsx';
import { useToday } from '../../ui/today.tsx';
import { FISCAL_YEAR, useFiscalYears } from '../fiscal-years.ts';
import { ListToolbar } from '../list-toolbar.tsx';
import { MatrixFooter } from '../matrix-footer.tsx';
import type { MasterRecord } from '../resource-calls.ts';
import type { ListViewProps } from '../resource-parts.ts';
import { useSaveEntries, type EntryChange } from '../save-entries.ts';
import { LoadState } from '../../ui/load-state.tsx';
import styles from '../matrix.module.css';

const MONTHS = Object.entries(PERIOD_NUMBERS).map(([number, name]) => ({ number: Number(number), name }));

/** What was switched and is not stored yet: '3 disbursement' → 1. */
type Switched = ReadonlyMap<string, PeriodFlag>;

/** The twelve months of a fiscal year by the three parts of the books, each open or closed. A missing month is closed. */
export function PeriodMatrix(props: ListViewProps) {
  const { parts, state, change, abilities } = props;
  const { definition, calls } = parts;
  const today = useToday();
  const year = Number(state.filters[FISCAL_YEAR]?.[0] ?? yearOf(today));
  const years = useFiscalYears([year]);
  const periods = useQuery(calls.all({ [FISCAL_YEAR]: String(year) }));
  const save = useSaveEntries(parts);
  const [switched, setSwitched] = useState<Switched>(new Map());
  const [busy, setBusy] = useState(false);
  const stored = new Map((periods.data ?? []).map((record) => [Number(record['period_no']), record]));
  const blocked = useWhyNot(definition.module, ACCESS.update, abilities.update && abilities.create);

  function turn(month: number, module: PeriodModule, flag: PeriodFlag): void {
    const next = new Map(switched);
    if (flag === storedFlag(stored.get(month), module)) next.delete(`${month} ${module}`);
    else next.set(`${month} ${module}`, flag);
    setSwitched(next);
  }

  async function saveAll(): Promise<void> {
    setBusy(true);
    const saved = await save(changesOf(year, stored, switched), `Fiscal year ${year}`);
    setBusy(false);
    if (saved) setSwitched(new Map());
  }

  return (
    <>
      <ListToolbar {...props} plain>
        <span className={styles.picker}>
          <CodeSelect
            label={definition.fields[FISCAL_YEAR]!.label}
            options={years.toReversed().map((one) => ({ value: String(one), label: String(one) }))}
            value={String(year)}
            disabled={switched.size > 0}
            onChange={(chosen) => chosen !== '' && change({ filters: { [FISCAL_YEAR]: [chosen] } })}
          />
        </span>
      </ListToolbar>
      <div className={styles.scroll}>
        <LoadState query={periods} what="this year" className={styles.note} />
        {periods.isSuccess ? (
          <table className={styles.months}>
            <caption className="visually-hidden">{`Periods of fiscal year ${year}`}</caption>
            <thead>
              <tr>
                <th scope="col">{`Period of ${year}`}</th>
                {PERIOD_MODULES.map((module) => (
                  <th key={module} scope="col">
                    {definition.fields[module]!.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {MONTHS.map(({ number, name }) => (
                <tr key={number}>
                  <th scope="row">{name}</th>
                  {PERIOD_MODULES.map((module) => {
                    const flag = switched.get(`${number} ${module}`) ?? storedFlag(stored.get(number), module);
                    const label = `${name} ${definition.fields[module]!.label}`;
                    return (
                      <td key={module} className={switched.has(`${number} ${module}`) ? styles.changed : undefined}>
                        <Switch
                          label={flag === PERIOD_OPEN ? 'Open' : 'Closed'}
                          aria-label={`${label}: ${flag === PERIOD_OPEN ? 'Open' : 'Closed'}`}
                          checked={flag === PERIOD_OPEN}
                          disabled={blocked !== undefined}
                          onChange={(event) => turn(number, module, event.target.checked ? PERIOD_OPEN : PERIOD_CLOSED)}
                        />
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </div>
      <MatrixFooter
        changes={switched.size}
        blocked={blocked}
        busy={busy}
        onDiscard={() => setSwitched(new Map())}
        onSave={() => void saveAll()}
      />
    </>
  );
}

function storedFlag(record: MasterRecord | undefined, module: PeriodModule): PeriodFlag {
  return record?.[module] === PERIOD_OPEN ? PERIOD_OPEN : PERIOD_CLOSED;
}

/** One change for each month that was touched; a month without a record gets one. */
function changesOf(year: number, stored: ReadonlyMap<number, MasterRecord>, switched: Switched): EntryChange[] {
  return MONTHS.flatMap(({ number }): EntryChange[] => {
    const flags = PERIOD_MODULES.flatMap((module) => {
      const flag = switched.get(`${number} ${module}`);
      return flag === undefined ? [] : [[module, flag] as const];
    });
    if (flags.length === 0) return [];
    const record = stored.get(number);
    const change = Object.fromEntries(flags);
    return record === undefined
      ? [{ action: 'add', entry: { [FISCAL_YEAR]: year, period_no: number, ...change } }]
      : [{ action: 'update', record, change }];
  });
}
