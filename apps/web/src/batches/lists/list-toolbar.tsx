import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import { ACCOUNTING_STATUSES, COLLECTION_STATUSES } from '@talaan/core/documents/billing/collection-status';
import { RETURNED_CHIP, statusChip } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { ORDER_VAT_TYPES } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { choicesOf } from '../../masterdata/record/choices.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconCalendar } from '../../ui/icons.tsx';
import { FilterMenu } from '../../ui/menus/filter-menu.tsx';
import { MonthPicker } from '../../ui/dates/month-picker.tsx';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { Toolbar } from '../../ui/menus/toolbar.tsx';
import { typeText } from '../record/batch-texts.ts';
import { RECEIPTS } from '../entry/fields/receipt-field.tsx';
import type { BatchListKind } from './batch-list-kind.ts';
import { isNarrowed, RETURNED, type BatchListState } from './batch-list-state.ts';
import { SavedViews } from './saved-views.tsx';

/** Search, month, filters; the month stands apart and 'Clear' leaves it (ux §3). */
export function ListToolbar({
  list,
  state,
  onNarrow,
  onClear,
}: {
  list: BatchListKind;
  state: BatchListState;
  onNarrow: (changed: Partial<BatchListState>) => void;
  onClear: () => void;
}) {
  const narrowsBy = (part: NonNullable<BatchListKind['narrowsBy']>[number]) => list.narrowsBy?.includes(part) ?? false;
  return (
    <Toolbar
      onClear={isNarrowed(state) ? onClear : undefined}
      filters={
        <>
          {list.types.length > 1 ? (
            <FilterMenu
              label="Type"
              options={list.types.map((type) => ({ value: type, label: typeText(type) }))}
              selected={state.type.split(',').filter(Boolean)}
              onChange={(types) => onNarrow({ type: types.join(',') })}
            />
          ) : null}
          {list.statuses.length > 0 ? (
            <FilterMenu
              label="Status"
              options={list.statuses.flatMap((status) => [
                { value: String(status), label: statusChip(list.types[0]!, status).label },
                ...(status === STATUS.ACTIVE ? [{ value: RETURNED, label: RETURNED_CHIP.label }] : []),
              ])}
              selected={state.status.split(',').filter(Boolean)}
              onChange={(statuses) => onNarrow({ status: statuses.join(',') })}
            />
          ) : null}
          {narrowsBy('receipt') ? (
            <FilterMenu
              label="Receipt"
              single
              options={RECEIPTS}
              selected={chosenIn(state.receipt)}
              onChange={([receipt = '']) => onNarrow({ receipt })}
            />
          ) : null}
          {narrowsBy('vat') ? (
            <FilterMenu
              label="VAT Type"
              single
              options={VAT}
              selected={chosenIn(state.vat)}
              onChange={([vat = '']) => onNarrow({ vat })}
            />
          ) : null}
          {narrowsBy('collection') ? (
            <FilterMenu
              label="Collection"
              single
              options={COLLECTION}
              selected={chosenIn(state.collection)}
              onChange={([collection = '']) => onNarrow({ collection })}
            />
          ) : null}
          {narrowsBy('accounting') ? (
            <FilterMenu
              label="Accounting"
              single
              options={ACCOUNTING}
              selected={chosenIn(state.accounting)}
              onChange={([accounting = '']) => onNarrow({ accounting })}
            />
          ) : null}
          {narrowsBy('bank') ? (
            <RecordFilter label="Bank" of="bank" value={state.bank} onChange={(bank) => onNarrow({ bank })} />
          ) : null}
          {narrowsBy('party') ? (
            <RecordFilter
              label={narrowsBy('receipt') ? 'Payor' : 'Payee'}
              of="payee"
              value={state.payee}
              onChange={(payee) => onNarrow({ payee })}
            />
          ) : null}
          <RecordFilter
            label="Preparer"
            of="user"
            first={ME}
            value={state.preparer}
            onChange={(preparer) => onNarrow({ preparer })}
          />
          {list.kind?.types.some((type) => DOCUMENT_TYPES[type].header.cheque) ? (
            <Button
              variant={state.pdc === 1 ? 'plain' : 'ghost'}
              aria-pressed={state.pdc === 1}
              onClick={() => onNarrow({ pdc: state.pdc === 1 ? 0 : 1 })}
            >
              Post-dated
            </Button>
          ) : null}
          {narrowsBy('signals') ? (
            <Button
              variant={state.signals === 1 ? 'plain' : 'ghost'}
              aria-pressed={state.signals === 1}
              onClick={() => onNarrow({ signals: state.signals === 1 ? 0 : 1 })}
            >
              With signals
            </Button>
          ) : null}
          {list.isEntryList ? (
            <Button
              variant={state.mine === 1 ? 'plain' : 'ghost'}
              aria-pressed={state.mine === 1}
              onClick={() => onNarrow({ mine: state.mine === 1 ? 0 : 1 })}
            >
              For my approval
            </Button>
          ) : null}
        </>
      }
      end={list.inAllMonths ? undefined : <SavedViews list={list.module} state={state} onApply={onNarrow} />}
    >
      <SearchBox value={state.q} onSearch={(q) => onNarrow({ q })} label={`Search ${list.title}`} keys="s" />
      {state.mine === 1 || list.inAllMonths ? null : state.all === 1 ? (
        <Button icon={<IconCalendar />} onClick={() => onNarrow({ all: 0 })}>
          All months
        </Button>
      ) : (
        <MonthPicker value={state.month} onChange={(month) => onNarrow({ month })} />
      )}
    </Toolbar>
  );
}

const VAT = Object.entries(ORDER_VAT_TYPES).map(([value, label]) => ({ value, label }));
const COLLECTION = Object.entries(COLLECTION_STATUSES).map(([value, { label }]) => ({ value, label }));
const ACCOUNTING = Object.entries(ACCOUNTING_STATUSES).map(([value, { label }]) => ({ value, label }));
const ME = { value: 'me', label: 'Me' };
const SHOWN_RECORDS = 20;

const chosenIn = (value: string) => (value === '' ? [] : [value]);

/** Filters by one record of master data, found by what is typed. */
function RecordFilter({
  label,
  of,
  first,
  value,
  onChange,
}: {
  label: string;
  of: ResourceName;
  /** Offered above the records. */
  first?: Choice;
  value: string;
  onChange: (value: string) => void;
}) {
  // Nothing is sought before the menu opens.
  const [find, setFind] = useState<string | null>(null);
  // What is chosen keeps its name when something else is sought, and after a reload of a list that shows it.
  const [known, setKnown] = useState<Choice | undefined>(undefined);
  const records = useQuery({ ...choicesOf(of, find ?? ''), enabled: find !== null || value !== '' });
  const options = (records.data ?? []).map(({ id, name, code }) => ({ value: String(id), label: name || code }));
  const chosen = [first, known, ...options].find((option) => option?.value === value);
  const shown = options.slice(0, SHOWN_RECORDS);
  return (
    <FilterMenu
      label={label}
      single
      options={[
        ...(first !== undefined && (find ?? '') === '' ? [first] : []),
        ...(chosen === undefined || chosen === first || shown.some((one) => one.value === value) ? [] : [chosen]),
        ...shown,
      ]}
      selected={chosenIn(value)}
      onChange={([next = '']) => {
        setKnown(options.find((option) => option.value === next));
        onChange(next);
      }}
      onFind={setFind}
    />
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}
