import { memo } from 'react';
import { DOCUMENT_TYPES, TRANSACTION_CODES } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { showDate, typeText } from '../../record/batch-texts.ts';
import type { EntryType } from '@talaan/contract/documents/document-kinds';
import { Button } from '../../../ui/buttons/button.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateField } from '../../../ui/dates/date-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ReadOnlyValue, TextArea } from '../../../ui/fields/text-input.tsx';
import { newSeries } from '../form/entry-series.ts';
import { ConfidentialSwitch } from '../fields/confidential-switch.tsx';
import { CurrencyFields } from '../fields/currency-fields.tsx';
import { nearestOpenDate } from '../fields/entry-date.ts';
import { OpenDate } from '../fields/open-date.tsx';
import { ReceiptField } from '../fields/receipt-field.tsx';
import { HEADER_FIELD_ID, type EntryHeaderProps } from '../form/header-props.ts';
import { BankFields, PayeeFields, TaxFields } from './header-parties.tsx';
import { OrderField } from './order-field.tsx';
import { SeriesFields } from './series-fields.tsx';
import { TemplateField } from './template-field.tsx';
import styles from '../fields/head.module.css';

/** An adjusting entry and the others of its type. */
function adjustingOptions(type: EntryType) {
  return [
    { value: '0', label: DOCUMENT_TYPES[type].label, code: type },
    { value: '1', label: TRANSACTION_CODES.AE, code: 'AE' },
  ];
}

/** The head of an entry, drawn again only when it changes itself: numbers to read, date, currency with its rate, and what the type names (ux §5). */
export const EntryHeaderFields = memo(function EntryHeaderFields(props: EntryHeaderProps) {
  const { kind, header, batchNumber, documentNumber, faults, onChange } = props;
  const has = DOCUMENT_TYPES[header.document_type].header;
  if (props.collapsed) return <HeaderSummary {...props} />;
  return (
    <div className={styles.fields} role="group" aria-label="Header" data-region>
      {kind.types.length > 1 ? <TypeField {...props} /> : null}
      <Field label="Batch No.">
        <ReadOnlyValue>{batchNumber}</ReadOnlyValue>
      </Field>
      <Field label="Document No.">
        <ReadOnlyValue>{documentNumber ?? <span className="muted">given at the first save</span>}</ReadOnlyValue>
      </Field>
      <EntryDateField {...props} />
      {has.payee ? <PayeeFields {...props} /> : null}
      <CurrencyFields {...props} />
      {DOCUMENT_TYPES[header.document_type].pays ? <OrderField {...props} /> : null}
      {has.bank_side === null ? null : <BankFields {...props} />}
      {has.payee ? <TaxFields {...props} /> : null}
      {has.receipt ? (
        <ReceiptField
          id={HEADER_FIELD_ID.is_or_ar}
          value={header.is_or_ar}
          error={faults['is_or_ar']}
          onChange={(is_or_ar) => onChange({ is_or_ar })}
        />
      ) : null}
      {DOCUMENT_TYPES[header.document_type].has_adjusting ? (
        <Field label="Type">
          <CodeSelect
            options={adjustingOptions(header.document_type)}
            value={header.adjusting ? '1' : '0'}
            onChange={(value) => onChange({ adjusting: value === '1' })}
          />
        </Field>
      ) : null}
      <Field id={HEADER_FIELD_ID.remarks} label="Remarks" error={faults['remarks']} className={styles.remarks ?? ''}>
        <TextArea
          rows={2}
          maxLength={2000}
          value={header.remarks}
          onChange={(event) => onChange({ remarks: event.target.value })}
        />
      </Field>
      <EntrySwitches {...props} />
      {header.series === null ? null : <SeriesFields {...props} series={header.series} />}
    </div>
  );
});

/** Which of the types of its family it is: to read once it is stored. */
function TypeField({ kind, header, isStored, onChange }: EntryHeaderProps) {
  return (
    <Field label="Type" required>
      {isStored ? (
        <ReadOnlyValue>{typeText(header.document_type)}</ReadOnlyValue>
      ) : (
        <CodeSelect
          options={kind.types.map((type) => ({ value: type, label: DOCUMENT_TYPES[type].label, code: type }))}
          value={header.document_type}
          onChange={(type) => onChange({ document_type: type as EntryType })}
        />
      )}
    </Field>
  );
}

/** The day on which it posts, of a series the first; in a closed period with the nearest open one. */
function EntryDateField({ header, choices, faults, onChange }: EntryHeaderProps) {
  const openDate = nearestOpenDate(header.document_type, header.document_date, choices);
  return (
    <Field
      id={HEADER_FIELD_ID.document_date}
      label={header.series === null ? 'Document Date' : 'First Cheque Date'}
      required
      error={faults['document_date']}
      hint={
        openDate === null ? undefined : (
          <OpenDate date={openDate} onUse={(document_date) => onChange({ document_date })} />
        )
      }
    >
      <DateField value={header.document_date} onChange={(document_date) => onChange({ document_date })} />
    </Field>
  );
}

/** What is switched on and off: a series, confidentiality, the template that it is made of. */
function EntrySwitches({ header, choices, openCheques, isStored, onChange, onTemplate }: EntryHeaderProps) {
  const has = DOCUMENT_TYPES[header.document_type].header;
  return (
    <div className={styles.switches}>
      {has.cheque && !isStored ? (
        <Checkbox
          label="Post-dated"
          checked={header.series !== null}
          onChange={(event) => onChange({ series: event.target.checked ? newSeries(header.remarks) : null })}
        />
      ) : null}
      {openCheques === null ? null : (
        <span className="small figures">
          {openCheques === 1 ? 'The last cheque of its series.' : `The first of ${openCheques} cheques that are left.`}
        </span>
      )}
      <ConfidentialSwitch type={header.document_type} header={header} onChange={onChange} />
      <TemplateField header={header} choices={choices} onTemplate={onTemplate} />
    </div>
  );
}

/** The head in one line, of a series with its own below. */
function HeaderSummary(props: EntryHeaderProps) {
  const { header, choices, batchNumber, onExpand } = props;
  const currency = choices.currencies.find(({ id }) => id === header.currency_id)?.iso_code ?? '';
  const bank = choices.banks.find(({ id }) => id === header.bank_id);
  return (
    <>
      <div className={styles.summary} data-region>
        <span className="figures strong">{`${header.document_type} · Batch ${batchNumber}`}</span>
        <span className="figures">{showDate(header.document_date)}</span>
        {header.payee === null ? null : <span className="ellipsis">{header.payee.name}</span>}
        {bank === undefined ? null : <span className="ellipsis">{bank.name}</span>}
        {header.cheque_number === '' ? null : <span className="figures">{`Cheque ${header.cheque_number}`}</span>}
        <span className="figures">
          {header.currency_id === CURRENCY_PESO ? currency : `${currency} at ${header.dollar_rate}`}
        </span>
        <span className="ellipsis text-2">{header.remarks}</span>
        <Button size="sm" variant="ghost" onClick={onExpand}>
          Edit header
        </Button>
      </div>
      {header.series === null ? null : (
        <div className={styles.under}>
          <SeriesFields {...props} series={header.series} />
        </div>
      )}
    </>
  );
}
