import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SERVED_TYPES } from '@talaan/contract/documents/document-kinds';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { parseAmount } from '@talaan/core/money/money';
import { statusChip } from '@talaan/core/documents/document-status';
import { typeText } from '../../batches/record/batch-texts.ts';
import { choicesOf } from '../../masterdata/record/choices.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { CodeSelect, LookupField } from '../../ui/fields/combobox.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { IconFilters } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { filtersIn, NO_FILTERS, WAITING_AGES, WAITING_STATUSES, type InboxFilters } from './inbox-state.ts';

const TYPES = SERVED_TYPES.map((type) => ({ value: type, label: typeText(type) }));
const LEVELS = WAITING_STATUSES.map((status) => ({
  value: String(status),
  label: statusChip(SERVED_TYPES[0], status).label,
}));
const AGES = WAITING_AGES.map((days) => ({
  value: String(days),
  label: days === 1 ? 'From 1 day on' : `From ${days} days on`,
}));
const LIMITS = [{ value: 'above', label: 'Above my limit' }];
const SHOWN_PAYEES = 20;

interface InboxFilterProps {
  filters: InboxFilters;
  /** Name of the chosen payee, as the list shows it. */
  payeeName: string;
  onChange: (changed: Partial<InboxFilters>) => void;
}

/** Type, level, age, payee, limit and amount of what waits, in a dialog behind one button; F opens it. Each change acts at once. */
export function InboxFilterMenu({ filters, payeeName, onChange }: InboxFilterProps) {
  const [open, setOpen] = useState(false);
  const count = filtersIn(filters);
  useShortcut('f', 'Filters', () => setOpen(true));
  return (
    <>
      <Button
        size="sm"
        variant={count > 0 ? 'plain' : 'ghost'}
        icon={<IconFilters />}
        aria-label={count > 0 ? `Filters, ${count} set` : 'Filters'}
        onClick={() => setOpen(true)}
      >
        {count > 0 ? String(count) : undefined}
      </Button>
      <Dialog
        open={open}
        title="Filters"
        width={420}
        onClose={() => setOpen(false)}
        footer={
          <>
            {count === 0 ? null : (
              <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
                Clear
              </Button>
            )}
            <span className={dialogStyles.space} />
            <DialogCancel label={MESSAGES.close} />
          </>
        }
      >
        <FilterFields filters={filters} payeeName={payeeName} onChange={onChange} />
      </Dialog>
    </>
  );
}

function FilterFields({ filters, payeeName, onChange }: InboxFilterProps) {
  const client = useQueryClient();
  return (
    <FormGrid columns={1}>
      <Field label="Type">
        <CodeSelect
          clearable
          data-autofocus
          options={TYPES}
          value={filters.type}
          onChange={(type) => onChange({ type })}
        />
      </Field>
      <Field label="Level">
        <CodeSelect clearable options={LEVELS} value={filters.level} onChange={(level) => onChange({ level })} />
      </Field>
      <Field label="Waiting">
        <CodeSelect clearable options={AGES} value={filters.age} onChange={(age) => onChange({ age })} />
      </Field>
      <Field label="Payee">
        <LookupField
          clearable
          value={filters.payee === '' ? null : { value: filters.payee, label: payeeName }}
          search={async (text) =>
            (await client.fetchQuery(choicesOf('payee', text)))
              .slice(0, SHOWN_PAYEES)
              .map(({ id, code, name }) => ({ value: String(id), label: name, code }))
          }
          onChange={(option) => onChange({ payee: option?.value ?? '' })}
        />
      </Field>
      <Field label="Limit">
        <CodeSelect clearable options={LIMITS} value={filters.limit} onChange={(limit) => onChange({ limit })} />
      </Field>
      <AmountFilter label="Amount from" value={filters.from} onChange={(from) => onChange({ from })} />
      <AmountFilter label="Amount to" value={filters.to} onChange={(to) => onChange({ to })} />
    </FormGrid>
  );
}

/** An amount of the filter. The address holds amounts only, so a text that is none stays here, where it is refused. */
function AmountFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [refused, setRefused] = useState('');
  return (
    <Field label={label}>
      <AmountField
        value={refused || value}
        onChange={(text) => {
          const isRead = text === '' || parseAmount(text) !== null;
          setRefused(isRead ? '' : text);
          onChange(isRead ? text : '');
        }}
      />
    </Field>
  );
}
