import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { FieldShape, ReferenceField } from '@talaan/contract/resource/field';
import { Button } from '../../ui/buttons/button.tsx';
import { FilterMenu, FilterBox } from '../../ui/menus/filter-menu.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { choiceOf, choicesOf, optionOf } from '../record/choices.ts';
import { FISCAL_YEAR, useFiscalYears } from '../record/fiscal-years.ts';
import styles from './filter-control.module.css';

export interface FilterControlProps {
  name: string;
  label: string;
  shape: FieldShape;
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}

/** A filter of a list by one field: its choices, the records it refers to, or a text. */
export function FilterControl(props: FilterControlProps) {
  const { name, shape } = props;
  switch (shape.kind) {
    case 'choice':
    case 'numbered_choice':
      return <FilterMenu {...props} options={Object.entries(shape.of).map(([value, label]) => ({ value, label }))} />;
    case 'flag':
      return (
        <FilterMenu
          {...props}
          options={[
            { value: '1', label: shape.on },
            { value: '0', label: shape.off },
          ]}
        />
      );
    case 'generated':
      return <FilterMenu {...props} options={(shape.of ?? []).map((value) => ({ value, label: value }))} />;
    case 'reference':
      return <ReferenceFilter {...props} shape={shape} />;
    default:
      return name === FISCAL_YEAR ? <YearFilter {...props} /> : <TextFilter {...props} />;
  }
}

function YearFilter(props: FilterControlProps) {
  const years = useFiscalYears(props.selected.map(Number));
  return <FilterMenu {...props} options={years.map((year) => ({ value: String(year), label: String(year) }))} />;
}

/** Records of another resource; the server finds them from what is typed. */
function ReferenceFilter({ shape, selected, ...rest }: FilterControlProps & { shape: ReferenceField }) {
  const client = useQueryClient();
  const [text, setText] = useState<string | null>(null);
  const [search] = useDebouncedValue(text, 250);
  const found = useQuery({ ...choicesOf(shape.to, search ?? ''), enabled: search !== null });
  const chosen = useQuery({
    queryKey: ['filter labels', shape.to, shape.by ?? 'key', selected],
    queryFn: () => Promise.all(selected.map((value) => client.fetchQuery(choiceOf(shape, value)))),
    enabled: selected.length > 0,
  });
  const none = shape.none === undefined ? [] : [{ value: shape.none.value, label: shape.none.label }];
  const offered = (found.data ?? []).map((row) => optionOf(shape, row));
  const kept = selected
    .filter((value) => ![...none, ...offered].some((option) => option.value === value))
    .map((value) => chosen.data?.find((option) => option?.value === value) ?? { value, label: value });
  return <FilterMenu {...rest} selected={selected} options={[...none, ...kept, ...offered]} onFind={setText} />;
}

/** A text that the field must be equal to. */
function TextFilter({ label, selected, onChange }: FilterControlProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [current = ''] = selected;

  function changeOpen(next: boolean): void {
    setText(current);
    setOpen(next);
  }

  function apply(): void {
    setOpen(false);
    onChange(text.trim() === '' ? [] : [text.trim()]);
  }

  return (
    <FilterBox
      label={label}
      filter={current === '' ? null : current}
      open={open}
      onOpenChange={changeOpen}
      onClear={() => onChange([])}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <TextInput
          aria-label={`${label} is`}
          placeholder={`${label} is`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button submit>Apply</Button>
      </form>
    </FilterBox>
  );
}
