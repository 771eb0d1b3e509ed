import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FilterControl, GivenFilter } from '@talaan/contract/reports/kit/report-filters';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import { choiceOf, choicesOf, optionOf, rememberChoice, suggestChoices } from '../../masterdata/record/choices.ts';
import { CodeSelect, LookupField, type Option } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FilterMenu } from '../../ui/menus/filter-menu.tsx';
import type { FilterFaults } from './filter.ts';
import { budgetsQuery } from './budgets-query.ts';
import { DayField, PeriodFields, QuarterFields } from './period-fields.tsx';
import styles from './filter-bar.module.css';

export interface FilterControlProps {
  name: string;
  control: FilterControl;
  draft: GivenFilter;
  faults: FilterFaults;
  /** What is said anew, by the names on the wire. */
  onChange: (said: GivenFilter) => void;
}

/** How much of the bar a control takes, in px. */
export function controlWidth({ kind }: FilterControl, { type }: GivenFilter): number {
  return kind === 'period' ? (type === 'ftm' ? 412 : 500) : WIDTHS[kind];
}

const WIDTHS: Readonly<Record<Exclude<FilterControl['kind'], 'period'>, number>> = {
  'as-of': 212,
  day: 240,
  quarter: 260,
  reference: 176,
  budget: 176,
  range: 356,
  choice: 184,
  choices: 200,
};

/** The control of a filter, as its kind asks for it. */
export function FilterField(props: FilterControlProps) {
  const { name, control, draft, faults, onChange } = props;
  switch (control.kind) {
    case 'period':
      return <PeriodFields draft={draft} faults={faults} onChange={onChange} />;
    case 'as-of':
      return (
        <>
          <span className={styles.to} aria-hidden="true">
            {control.label}
          </span>
          <DayField label={control.label} name="date_to" draft={draft} faults={faults} onChange={onChange} />
        </>
      );
    case 'day':
      return (
        <>
          <span className={styles.to} aria-hidden="true">
            {control.label}
          </span>
          <DayField label={control.label} name={name} draft={draft} faults={faults} onChange={onChange} />
        </>
      );
    case 'quarter':
      return <QuarterFields orYear={control.orYear} draft={draft} faults={faults} onChange={onChange} />;
    case 'reference':
      return (
        <RecordField
          {...props}
          label={control.label}
          all={control.all}
          resource={control.resource}
          by={control.by}
          className={styles.record}
        />
      );
    case 'budget':
      return <BudgetField {...props} all={control.all} />;
    case 'range':
      return <RangeFields {...props} control={control} />;
    case 'choice':
      return (
        <Field label={control.label} labelHidden error={faults[name]} className={styles.choice}>
          <CodeSelect
            label={control.label}
            options={Object.entries(control.options).map(([value, label]) => ({ value, label }))}
            value={draft[name] ?? control.initial}
            onChange={(value) => onChange({ [name]: value })}
          />
        </Field>
      );
    case 'choices':
      return (
        <Field label={control.label} labelHidden group error={faults[name]}>
          <FilterMenu
            label={control.label}
            options={Object.entries(control.options)
              .filter(([value]) => !control.unoffered.includes(value))
              .map(([value, label]) => ({ value, label }))}
            selected={(draft[name] ?? control.initial.join(',')).split(',').filter(Boolean)}
            onChange={(values) => onChange({ [name]: values.join(',') })}
          />
        </Field>
      );
  }
}

/** A version of a budget; none chosen means the newest of the year. */
function BudgetField({ name, control, all, draft, faults, onChange }: FilterControlProps & { all: string }) {
  const { data = [] } = useQuery(budgetsQuery);
  const versions = data.map(({ code, name: called }) => ({ value: code, label: `${code} ${called}` }));
  return (
    <Field label={control.label} labelHidden error={faults[name]} className={styles.choice}>
      <CodeSelect
        label={control.label}
        options={[{ value: '', label: all }, ...versions]}
        value={draft[name] ?? ''}
        onChange={(value) => onChange({ [name]: value })}
      />
    </Field>
  );
}

/** The first and the last of the codes that are asked for. */
function RangeFields({
  control,
  ...props
}: FilterControlProps & { control: Extract<FilterControl, { kind: 'range' }> }) {
  const [from, to] = control.names as [string, string];
  const common = {
    ...props,
    resource: control.resource,
    by: 'code',
    className: styles.code,
    all: control.all,
  } as const;
  return (
    <>
      <span className={styles.to} aria-hidden="true">
        {control.label}
      </span>
      <RecordField {...common} name={from} label={`${control.label} from`} />
      <span className={styles.to} aria-hidden="true">
        to
      </span>
      <RecordField {...common} name={to} label={`${control.label} to`} />
    </>
  );
}

/** A record of a resource, found by code or name while typing; none chosen means all of them. */
function RecordField({
  name,
  label,
  all,
  resource,
  by,
  draft,
  faults,
  onChange,
  className,
}: Pick<FilterControlProps, 'name' | 'draft' | 'faults' | 'onChange'> & {
  label: string;
  all: string;
  resource: ResourceName;
  by: 'code' | 'id';
  className: string | undefined;
}) {
  const client = useQueryClient();
  const rows = useRef(new Map<string, Parameters<typeof rememberChoice>[1]>());
  const value = draft[name] ?? '';
  const reference = { to: resource, by: by === 'id' ? 'id' : undefined } as const;
  const named = useQuery({ ...choiceOf(reference, value), enabled: value !== '' });

  async function search(text: string): Promise<Option[]> {
    const found = await client.fetchQuery(choicesOf(resource, text.trim()));
    return suggestChoices(resource, found, text).map((row) => {
      const option = optionOf(reference, row);
      rows.current.set(option.value, row);
      return option;
    });
  }

  function choose(option: Option | null): void {
    const row = rows.current.get(option?.value ?? '');
    if (option !== null) client.setQueryData(choiceOf(reference, option.value).queryKey, option);
    if (row !== undefined) rememberChoice(resource, row);
    onChange({ [name]: option?.value ?? '' });
  }

  return (
    <Field label={label} labelHidden error={faults[name]} {...(className === undefined ? {} : { className })}>
      <LookupField
        label={label}
        placeholder={all}
        clearable
        value={value === '' ? null : (named.data ?? { value, label: value })}
        onChange={choose}
        search={search}
      />
    </Field>
  );
}
