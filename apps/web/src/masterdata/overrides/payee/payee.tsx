import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { PAYEE_TYPES } from '@talaan/contract/resources/parties/payee.resource';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { showError, showErrorList } from '../../../ui/feedback/feedback.ts';
import type { MasterRecord } from '../../record/resource-calls.ts';
import type { ControlProps, ScreenOverride } from '../../record/resource-parts.ts';
import { textIn } from '../../record/record-text.ts';
import { PayeeMerge } from './payee-merge.tsx';
import { SameTaxpayer } from './same-taxpayer.tsx';

/** Business partners and branches bring their own payees, from their forms; people enter the others (spec 1 §3). */
const ENTERED_TYPES = ['4', '5', '6'];

export const payeeOverride: ScreenOverride = {
  controls: { payee_type: PayeeTypeControl },
  below: { Identity: OnePayee },
  feedback: {
    /** The messages by field, else the server's sentence, else 'Saving Failed!' (ux §9, payee save error). */
    failed(action, message, lines) {
      if (action === 'delete') showError(MESSAGES.deleteFailed(message));
      else {
        const shown = lines.length > 0 ? lines : [message || MESSAGES.payeeSavingFailed];
        showErrorList(MESSAGES.payeeSavingFailed, shown);
      }
    },
  },
};

/** The way to all that was entered for a payee, and what keeps it one: others with its TIN, and its merge with another. */
function OnePayee({ record }: { record: MasterRecord | null }) {
  return (
    <>
      {record === null ? null : (
        <Link to="/customer/$id" params={{ id: String(record.id) }}>
          What is open, and everything that was entered
        </Link>
      )}
      <SameTaxpayer record={record} />
      {record === null ? null : <PayeeMerge record={record} />}
    </>
  );
}

function PayeeTypeControl({ value, record, onChange, onBlur, takesFocus }: ControlProps) {
  const stored = record === null ? '' : textIn(record, 'payee_type');
  const offered = Object.entries(PAYEE_TYPES).filter(
    ([type]) => ENTERED_TYPES.includes(type) || type === stored || type === value,
  );
  return (
    <CodeSelect
      {...(takesFocus ? { 'data-autofocus': true } : {})}
      options={offered.map(([type, label]) => ({ value: type, label, code: type }))}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
