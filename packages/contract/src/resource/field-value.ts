import { dateFault, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { AMOUNT_FORM } from '@talaan/core/money/amount-formula';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { parsePercentage, parseRate, percentageText, rateText } from '@talaan/core/money/rate';
import { checkFieldText, stripEmoji } from '@talaan/core/text/field-rules';
import { parseTin } from '@talaan/core/text/tin';
import type {
  AmountField,
  ChoiceField,
  FieldShape,
  FlagField,
  IntegerField,
  NumberedChoiceField,
  PasswordField,
  ReferenceField,
  TextField,
  WordingField,
} from './field.ts';

/** A value as the books keep it, or the sentence that says why it is refused. */
export type Reading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** The fields that hold one value and that a caller may send. */
export type EnteredField = Exclude<FieldShape, { kind: 'children' | 'group' | 'references' | 'lookup' | 'generated' }>;

/**
 * Reads one value that a form, the wire or an imported cell carries. In: the field and what was given; nothing given
 * (undefined, null or "") takes the field's default, or null when it is optional. Out: the value in its wire form
 * (amounts "1234.50", rates and percentages as decimal strings, dates `YYYY-MM-DD`, flags 1/0), or the exact message of
 * spec 1 §5 and reliability (d) 1–9, with the field's label.
 */
export function readFieldValue(field: EnteredField, given: unknown): Reading {
  if (given === undefined || given === null || given === '') {
    if ('default' in field && field.default !== undefined) return accept(field.default);
    return field.optional ? accept(null) : refuse(`${field.label} is required.`);
  }
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') {
    return refuse(`${field.label} must be one value.`);
  }
  const text = String(given);
  if (text.trim() === '') {
    return refuse(field.optional ? `${field.label} cannot be empty` : `${field.label} is required.`);
  }
  switch (field.kind) {
    case 'wording':
      return readWording(field, text);
    case 'integer':
      return readInteger(field, text);
    case 'amount':
      return readAmount(field, text);
    case 'rate': {
      const rate = parseRate(text);
      if (rate === null) return refuse(`${field.label} must be a number above 0 with at most 6 decimals.`);
      return rate > LARGEST_RATE ? refuse(`${field.label} must be at most 1,000,000.`) : accept(rateText(rate));
    }
    case 'percent': {
      const percentage = parsePercentage(text);
      return percentage === null
        ? refuse(`${field.label} must be a number from 0 to 100 with at most 2 decimals.`)
        : accept(percentageText(percentage));
    }
    case 'date': {
      const date = parseCalendarDate(text.trim());
      return date === null ? refuse(`${field.label} ${dateFault(text.trim())}`) : accept(date);
    }
    case 'choice':
      return readChoice(field, text.trim());
    case 'numbered_choice':
      return readNumberedChoice(field, text.trim());
    case 'flag':
      return readFlag(field, text.trim());
    case 'reference':
      return readReference(field, text.trim());
    case 'password':
      return readPassword(field, text);
    case 'tin':
      return readTin(field, text);
    default:
      return readText(field, text);
  }
}

/** Millionths of the largest rate that the domain `rate` of the database holds. */
const LARGEST_RATE = 1_000_000_000_000n;

const accept = (value: unknown): Reading => ({ ok: true, value });
const refuse = (message: string): Reading => ({ ok: false, message });

function readText(field: TextField, text: string): Reading {
  const message = checkFieldText(field.kind, field.label, text, field.optional ? 'optional' : 'required');
  return message === null ? readLength(field, text) : refuse(message);
}

function readTin(field: TextField, text: string): Reading {
  const message = checkFieldText('bank_account', field.label, text.replaceAll(' ', ''));
  if (message !== null) return refuse(message);
  const tin = parseTin(text.trim());
  return tin === null
    ? refuse(
        `${field.label} must be 9 digits, with or without a branch code of 3 or 5 digits, such as 123-456-789-00000.`,
      )
    : accept(tin);
}

const CONTROL_CHARACTERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

function readWording(field: WordingField, text: string): Reading {
  const cleaned = field.long ? text.replaceAll('\r\n', '\n') : text;
  if (stripEmoji(cleaned) !== cleaned) return refuse(`${field.label} cannot contain emoji or invisible characters.`);
  if (CONTROL_CHARACTERS.test(cleaned) || (!field.long && cleaned.includes('\n'))) {
    return refuse(`${field.label} cannot contain control characters.`);
  }
  return readLength(field, cleaned);
}

function readLength(field: { label: string; max: number }, text: string): Reading {
  const content = text.normalize('NFC').trim();
  return Array.from(content).length > field.max
    ? refuse(`${field.label} can have at most ${field.max} characters.`)
    : accept(content);
}

function readInteger(field: IntegerField, text: string): Reading {
  const number = /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= field.min && number <= field.max
    ? accept(number)
    : refuse(`${field.label} must be a whole number from ${field.min} to ${field.max}.`);
}

function readAmount(field: AmountField, text: string): Reading {
  const message = checkFieldText('amount', field.label, text.trim());
  if (message !== null) return refuse(message);
  const minor = parseAmount(text);
  return minor === null ? refuse(`${field.label} ${AMOUNT_FORM}`) : accept(amountText(minor));
}

function readChoice(field: ChoiceField, text: string): Reading {
  const letter = field.aliases?.[text] ?? text;
  return Object.hasOwn(field.of, letter) ? accept(letter) : refuse(oneOf(field.label, field.of));
}

function readNumberedChoice(field: NumberedChoiceField, text: string): Reading {
  return /^\d+$/.test(text) && Object.hasOwn(field.of, Number(text))
    ? accept(Number(text))
    : refuse(oneOf(field.label, field.of));
}

function oneOf(label: string, of: Readonly<Record<string, string>>): string {
  const choices = Object.entries(of).map(([value, meaning]) => (value === meaning ? value : `${value} ${meaning}`));
  return `${label} must be one of: ${choices.join(', ')}.`;
}

function readFlag(field: FlagField, text: string): Reading {
  if (text === '1' || text === 'true') return accept(1);
  if (text === '0' || text === 'false') return accept(0);
  return refuse(`${field.label} must be 1 (${field.on}) or 0 (${field.off}).`);
}

const LONGEST_KEY = 100;

function readReference(field: ReferenceField, text: string): Reading {
  if (field.none && text === field.none.value) {
    return field.optional ? accept(null) : refuse(`${field.label} is required.`);
  }
  if (field.by !== 'id') {
    return text.length > LONGEST_KEY ? refuse(`${field.label} ${text.slice(0, 20)}… does not exist.`) : accept(text);
  }
  return /^\d{1,9}$/.test(text) ? accept(Number(text)) : refuse(`${field.label} must be a Record ID.`);
}

function readPassword(field: PasswordField, text: string): Reading {
  return text.length < field.min || text.length > field.max
    ? refuse(`${field.label} must have ${field.min} to ${field.max} characters.`)
    : accept(text);
}
