import { useState, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showNotice } from '../../ui/feedback/feedback.ts';
import { Field } from '../../ui/fields/field.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { TextArea } from '../../ui/fields/text-input.tsx';

/** A move that may need a reason: what it is called, what it does, and whom the reason is for. */
export interface RemarksQuestion {
  title: string;
  subtitle: string;
  confirmLabel: string;
  hint: string;
  /** Of the field; 'Remarks' unless told otherwise. */
  label?: string;
  required: boolean;
  danger?: boolean;
  /** Why it cannot be confirmed now. */
  whyNot?: string | undefined;
  /** Of the button that leaves all as it is, where 'Cancel' would be taken for the move. */
  dismissLabel?: string;
}

export const LONGEST_REMARKS = 2000;

/** Asks for the remarks of a move: of a return or a rejection they are shown to the preparer first (decisions §3). */
export function RemarksDialog({
  question,
  busy,
  children,
  onConfirm,
  onCancel,
}: {
  question: RemarksQuestion;
  busy: boolean;
  /** Above the remarks. */
  children?: ReactNode;
  onConfirm: (remarks: string) => void;
  onCancel: () => void;
}) {
  const [remarks, setRemarks] = useState('');
  const [tried, setTried] = useState(false);
  const missing = question.required && remarks.trim() === '';

  function confirm(): void {
    setTried(true);
    // The button says it where it stands; the key, which may come before the answer is here, says it aloud.
    if (question.whyNot !== undefined) showNotice(question.whyNot);
    else if (!missing && !busy) onConfirm(remarks.trim());
  }

  return (
    <Dialog
      open
      title={question.title}
      subtitle={question.subtitle}
      width={480}
      onClose={onCancel}
      dirty={remarks.trim() !== ''}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel {...(question.dismissLabel === undefined ? {} : { label: question.dismissLabel })} />
          <ConfirmButton
            label={question.confirmLabel}
            danger={question.danger ?? false}
            busy={busy}
            whyNot={question.whyNot}
            onConfirm={confirm}
          />
        </>
      }
    >
      {children}
      <Field
        label={question.label ?? 'Remarks'}
        required={question.required}
        hint={question.hint}
        error={tried && missing ? MESSAGES.required : undefined}
      >
        <TextArea
          data-autofocus
          rows={4}
          maxLength={LONGEST_REMARKS}
          value={remarks}
          onChange={(event) => setRemarks(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}

/** The button that confirms a question, by click and Ctrl+Enter. */
export function ConfirmButton({
  label,
  danger,
  busy,
  whyNot,
  onConfirm,
}: {
  label: string;
  danger: boolean;
  busy: boolean;
  whyNot: string | undefined;
  onConfirm: () => void;
}) {
  useShortcut('mod+Enter', label, onConfirm);
  return (
    <Button
      variant={danger ? 'danger-fill' : 'primary'}
      keys="mod+Enter"
      busy={busy}
      disabledReason={whyNot}
      onClick={onConfirm}
    >
      {label}
    </Button>
  );
}
