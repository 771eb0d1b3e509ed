/** The kinds of text fields that all forms and the API share (spec 1 §5). */
export type FieldKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'number'
  | 'search'
  | 'code'
  | 'general'
  | 'bank'
  | 'amount'
  | 'address'
  | 'bank_account';

interface FieldRule {
  readonly pattern: RegExp;
  /** '{field}' stands for the field's label. */
  readonly message: string;
}

// Letters are Unicode, so that ñ passes; the marks belong to letters that have no composed form (decisions §10).
const NUMBERS_AND_LETTERS = '{field} can only contain numbers and letters.';
const GENERAL_PATTERN = /^[\p{L}\p{M}0-9 ()/,.-]+$/u;

/** What each kind admits, and the exact message when it is refused (spec 1 §5). */
export const FIELD_RULES: Readonly<Record<FieldKind, FieldRule>> = {
  text: { pattern: /^[\p{L}\p{M} -]+$/u, message: '{field} can only contain letters, spaces or hyphens.' },
  email: {
    // The mailbox is words between dots (RFC 5322 dot-atom); one that begins with a hyphen is read as an option by mail programs.
    pattern:
      /^(?=.{1,254}$)(?!-)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i,
    message: '{field} must be a valid email address.',
  },
  phone: {
    pattern: /^[0-9]{7,15}$/,
    message: '{field} must contain only digits and be between 7 and 15 digits long.',
  },
  number: { pattern: /^[0-9]+$/, message: '{field} must contain only digits.' },
  search: {
    pattern: /^[\p{L}\p{M}0-9()$,&'"/. -]+$/u,
    message: 'Search bar can only contain letters, numbers, spaces, parentheses, or hyphens.',
  },
  code: { pattern: /^[\p{L}\p{M}0-9 ]+$/u, message: NUMBERS_AND_LETTERS },
  general: { pattern: GENERAL_PATTERN, message: NUMBERS_AND_LETTERS },
  bank: { pattern: GENERAL_PATTERN, message: NUMBERS_AND_LETTERS },
  amount: { pattern: /^[0-9,.]+$/, message: '{field} can only contain numbers and dot.' },
  address: {
    pattern: /^[\p{L}\p{M}0-9(),. -]+$/u,
    message: '{field} can only contain letters, numbers, spaces, parentheses or hyphens.',
  },
  bank_account: { pattern: /^[0-9-]+$/, message: '{field} can only contain numbers and hyphens.' },
};

/**
 * Pictographs, their modifiers, flags and keycaps, and characters without width (joiners, variation selectors, byte
 * order and direction marks, tags). They are never part of a name, and they hide differences between two texts.
 */
const EMOJI_OR_INVISIBLE =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Default_Ignorable_Code_Point}\u20E3]/gu;

/** Whether a text names one of the shared kinds. */
export function isFieldKind(kind: string): kind is FieldKind {
  return Object.hasOwn(FIELD_RULES, kind);
}

/**
 * Checks one text field (spec 1 §5). In: the kind, the label as the message shall name it, the value, and whether the
 * field must be filled. Out: null when it may be stored, else one sentence. A required field without content answers
 * '{field} is required.'; an optional one may be absent or "", but not spaces alone: '{field} cannot be empty'.
 */
export function checkFieldText(
  kind: string,
  label: string,
  value: string | null | undefined,
  presence: 'required' | 'optional' = 'required',
): string | null {
  if (!isFieldKind(kind)) return `Unsupported field type for ${label}.`;
  const content = value ?? '';
  if (content.trim() === '') {
    if (presence === 'required') return `${label} is required.`;
    return content === '' ? null : `${label} cannot be empty`;
  }
  const rule = FIELD_RULES[kind];
  const admitted = rule.pattern.test(content) && content.search(EMOJI_OR_INVISIBLE) === -1;
  return admitted ? null : rule.message.replace('{field}', () => label);
}

/** The text without emoji and without characters that have no width, as inputs clean what is typed or pasted. */
export function stripEmoji(text: string): string {
  return text.replace(EMOJI_OR_INVISIBLE, '');
}

/**
 * One list of messages from the field-keyed lists of a refused save (spec 1 §5): the path of a field shortened to the
 * field ("headers.0.document_date" → "document date"), underscores as spaces, each message once, sorted with numbers in
 * their order. The reader shows one per line.
 */
export function flattenServerErrors(errors: Readonly<Record<string, readonly string[]>>): string[] {
  const readable = Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message) => readableMessage(path, message)),
  );
  return [...new Set(readable)].toSorted(MESSAGE_ORDER.compare);
}

const MESSAGE_ORDER = new Intl.Collator('en', { numeric: true });
const INDEXED_PREFIX = /\b[A-Za-z_]+\.(?:\d+|\*)\.(?=[A-Za-z])/g;

function readableMessage(path: string, message: string): string {
  const field = path.split('.').findLast((part) => /[A-Za-z]/.test(part)) ?? path;
  return message.replaceAll(path, field).replace(INDEXED_PREFIX, '').replaceAll('_', ' ').trim();
}
