import { useReducer } from 'react';
import type { EntryChoices } from '../../record/batch-calls.ts';
import { useToday } from '../../../ui/dates/today.tsx';
import { NO_PLACES } from '../fields/own-places.ts';
import {
  changeForm,
  faultsOfHead,
  newForm,
  type DeclaredDocument,
  type DocumentChange,
  type DocumentForm,
} from './document-form.ts';
import type { CommonHeader } from './head-field.ts';

/**
 * Holds the head that many documents share while they are made at once: what follows from a change follows as in one of them, and
 * what each has by itself is not asked. It begins with what is given, dated today.
 */
export function useDocumentHead<Header extends CommonHeader, Lines, Change>(
  declared: DeclaredDocument<Header, Lines, Change>,
  choices: EntryChoices,
  given: Partial<Header>,
) {
  const today = useToday();
  const [{ header, touched }, change] = useReducer(
    (form: DocumentForm<Header, Lines>, made: DocumentChange<Header, Lines, Change>) =>
      changeForm(declared, form, made),
    null,
    () => {
      const begun = newForm(declared, { today, places: NO_PLACES });
      return { ...changeForm(declared, begun, { type: 'header', change: given, choices }), touched: false };
    },
  );
  return {
    declared,
    choices,
    header,
    touched,
    /** What the page knows to be wrong with it, by field of the wire. */
    faults: faultsOfHead(declared, header, choices, false),
    onChange: (changed: Partial<Header>) => change({ type: 'header', change: changed, choices }),
    /** What was sent is no unsaved work. */
    settle: () => change({ type: 'settled' }),
  };
}
