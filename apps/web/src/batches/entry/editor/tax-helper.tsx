import { useId } from 'react';
import { accountWith, type AccountRole } from '@talaan/core/ledger/account-role';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import {
  INPUT_VAT_KINDS,
  proposeLines,
  taxProposalOf,
  type InputVatKind,
  type TaxedPart,
  type TaxProposal,
} from '@talaan/core/documents/proposed-lines';
import { amountText, formatAmount, parseAmount } from '@talaan/core/money/money';
import { parsePercentage, percentageText } from '@talaan/core/money/rate';
import { isVatType, rateOn, VAT_TYPE } from '@talaan/core/money/withholding';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { EntryLine } from '../lines/entry-line.ts';
import { SidePart } from '../../record/side-part.tsx';
import { useUser } from '../../../session/session.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { askToConfirm } from '../../../ui/feedback/feedback.ts';
import { IconDelete, IconPlus } from '../../../ui/icons.tsx';
import { KeyboardHint } from '../../../ui/keyboard/keyboard-hint.tsx';
import { useShortcut } from '../../../ui/keyboard/shortcuts.ts';
import { EMPTY_PART, type EntryHeader, type HelperPart } from '../form/entry-form.ts';
import { ownPlaces } from '../fields/own-places.ts';
import styles from './tax-helper.module.css';

const TAX_AMOUNT_ID = 'entry-tax-amount';

const VAT_KINDS: Readonly<Record<InputVatKind, string>> = {
  services: 'Services',
  goods: 'Goods',
  capital_goods: 'Capital goods',
  imports: 'Imports',
};
const VAT_KIND_OPTIONS = INPUT_VAT_KINDS.map((kind) => ({ value: kind, label: VAT_KINDS[kind] }));
/** The role of the account that input VAT of a kind is claimed on. */
const VAT_ROLES: Readonly<Record<InputVatKind, AccountRole>> = {
  services: 'INPUT_VAT',
  goods: 'INPUT_VAT_GOODS',
  capital_goods: 'INPUT_VAT_CAPITAL',
  imports: 'INPUT_VAT_IMPORTS',
};

interface TaxHelperProps {
  header: EntryHeader;
  choices: EntryChoices;
  /** ISO code of the entry's currency. */
  currency: string;
  lines: readonly EntryLine[];
  onChange: (change: Partial<EntryHeader>) => void;
  onInsert: (lines: readonly Partial<EntryLine>[]) => void;
}

/**
 * VAT and withholding of one or more amounts with their arithmetic, and the lines that follow from them: they are added,
 * or take the place of a former proposal after a question, never silently (ux §5). The first amount has the ATC of the
 * header; a bill of several codes, or with goods beside services, has an amount for each.
 */
export function TaxHelper({ header, choices, currency, lines, onChange, onInsert }: TaxHelperProps) {
  const note = useId();
  const user = useUser();
  const { tax_parts: parts } = header;
  const vat = header.vat !== null && isVatType(header.vat) ? header.vat : VAT_TYPE.NA;
  const isPayment = DOCUMENT_TYPES[header.document_type].header.bank_side !== 'debit';
  const proposal = proposalOf(header, vat, choices);
  const proposed = lines.filter(({ part }) => part !== null).length;

  useShortcut('h', 'VAT and withholding helper', () => document.getElementById(TAX_AMOUNT_ID)?.focus());

  async function insert(): Promise<void> {
    if (proposal === null) return;
    if (proposed > 0) {
      const sure = await askToConfirm({
        title: `Replace ${proposed === 1 ? 'the line' : `the ${proposed} lines`} inserted before?`,
        text: 'Their amounts are computed anew. Accounts and analysis that you typed on them stay, and so do all other lines.',
        confirmLabel: 'Replace',
      });
      if (!sure) return;
    }
    onInsert(linesOf(proposal, header, choices, placesOf(lines, ownPlaces(user, choices))));
  }

  function changePart(place: number, change: Partial<HelperPart>): void {
    onChange({ tax_parts: parts.map((part, index) => (index === place ? { ...part, ...change } : part)) });
  }

  return (
    <SidePart title="VAT and withholding" aside={<KeyboardHint keys="h" />}>
      <div className={styles.helper}>
        {parts.map((part, place) => (
          <TaxedAmount
            // An amount is its place: amounts come and go at the end, or by their own button.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            part={part}
            place={place}
            isOnly={parts.length === 1}
            asksVatKind={isPayment && vat === VAT_TYPE.VATABLE}
            header={header}
            choices={choices}
            currency={currency}
            onChange={(change) => changePart(place, change)}
            onRemove={() => onChange({ tax_parts: parts.toSpliced(place, 1) })}
          />
        ))}
        <Button
          size="sm"
          variant="ghost"
          icon={<IconPlus />}
          onClick={() => onChange({ tax_parts: [...parts, EMPTY_PART] })}
        >
          Amount of another ATC or kind
        </Button>
        {proposal === null ? (
          <p className="muted small">VAT type and ATC are those of the header.</p>
        ) : (
          <>
            <Arithmetic id={note} proposal={proposal} isVatable={vat === VAT_TYPE.VATABLE} />
            <Button aria-describedby={note} onClick={() => void insert()}>
              Insert lines
            </Button>
          </>
        )}
      </div>
    </SidePart>
  );
}

/** One amount: how much, of several which tax code, and of a payment with VAT what it is paid for. */
function TaxedAmount({
  part,
  place,
  isOnly,
  asksVatKind,
  header,
  choices,
  currency,
  onChange,
  onRemove,
}: Pick<TaxHelperProps, 'header' | 'choices' | 'currency'> & {
  part: HelperPart;
  place: number;
  isOnly: boolean;
  asksVatKind: boolean;
  onChange: (change: Partial<HelperPart>) => void;
  onRemove: () => void;
}) {
  return (
    <div role="group" aria-label={`Amount ${place + 1}`} className={styles.part}>
      <Field
        {...(place === 0 ? { id: TAX_AMOUNT_ID } : {})}
        label={header.vat === VAT_TYPE.VATABLE ? 'Amount with VAT' : 'Amount'}
        className={styles.amount ?? ''}
      >
        <AmountField currency={currency} value={part.amount} onChange={(amount) => onChange({ amount })} />
      </Field>
      {isOnly ? null : (
        <IconButton size="sm" label={`Remove amount ${place + 1}`} icon={<IconDelete size={14} />} onClick={onRemove} />
      )}
      {asksVatKind ? (
        <Field label="Input VAT of">
          <CodeSelect
            options={VAT_KIND_OPTIONS}
            value={part.vat_kind}
            onChange={(kind) => onChange({ vat_kind: kind as InputVatKind })}
          />
        </Field>
      ) : null}
      {isOnly ? null : (
        <Field label="ATC">
          <CodeSelect
            clearable
            options={choices.tax_codes.map((code) => ({
              value: code.code,
              label: code.code,
              code: `${Number(rateOn(code, header.document_date))} %`,
            }))}
            value={codeOf(part, header)}
            onChange={(atc_code) => onChange({ atc_code })}
          />
        </Field>
      )}
    </div>
  );
}

/** How the amounts come about. */
function Arithmetic({ id, proposal, isVatable }: { id: string; proposal: TaxProposal; isVatable: boolean }) {
  return (
    <dl className={styles.sums} id={id}>
      {arithmetic(proposal, isVatable).map(({ label, how, minor }) => (
        <div key={label}>
          <dt>
            {label}
            {how === '' ? null : <small className="muted figures">{how}</small>}
          </dt>
          <dd className="figures">{formatAmount(minor)}</dd>
        </div>
      ))}
    </dl>
  );
}

function codeOf(part: HelperPart, header: EntryHeader): string {
  return part.atc_code ?? header.atc_code;
}

/** What becomes of the amounts that are entered; null while there is none, or one that cannot be read. */
function proposalOf(
  header: EntryHeader,
  vat: (typeof VAT_TYPE)[keyof typeof VAT_TYPE],
  choices: EntryChoices,
): TaxProposal | null {
  const read = header.tax_parts.filter(({ amount }) => amount !== '');
  const parts = read.flatMap((part): TaxedPart[] => {
    const total_minor = parseAmount(part.amount);
    const code = choices.tax_codes.find((one) => one.code === codeOf(part, header));
    const rate = code === undefined ? null : parsePercentage(rateOn(code, header.document_date));
    const tax_code = code === undefined || rate === null ? null : { atc_code: code.code, rate };
    return total_minor === null || total_minor === 0n ? [] : [{ total_minor, vat_kind: part.vat_kind, tax_code }];
  });
  return parts.length === 0 || parts.length < read.length ? null : taxProposalOf(parts, vat);
}

/** The rows of the computation: what, how it comes about, and the amount in minor units. */
function arithmetic(
  { total_minor, base_minor, net_minor, vat, withheld }: TaxProposal,
  isVatable: boolean,
): { label: string; how: string; minor: bigint }[] {
  const total = formatAmount(total_minor);
  const [, other] = vat;
  return [
    ...(isVatable
      ? [
          { label: 'VATable base', how: `${total} / 1.12`, minor: base_minor },
          ...vat.map(({ kind, vat_minor }) => ({
            label: other === undefined ? 'VAT 12 %' : `VAT 12 %, ${VAT_KINDS[kind].toLowerCase()}`,
            how: other === undefined ? `${total} − ${formatAmount(base_minor)}` : '',
            minor: vat_minor,
          })),
        ]
      : []),
    ...withheld.map(({ atc_code, rate, total_minor: taxed, withheld_minor }) => ({
      label: `Withholding ${atc_code}`,
      how: `${formatAmount(taxed)}${isVatable ? ' / 1.12' : ''} × ${Number(percentageText(rate))} %`,
      minor: withheld_minor,
    })),
    { label: 'Net', how: `${total} − ${formatAmount(total_minor - net_minor)}`, minor: net_minor },
  ];
}

/** Branch and department of the helper's lines: those that the entry names first, else the user's own. */
function placesOf(lines: readonly EntryLine[], own: Places): Places {
  const first = (column: keyof Places) => lines.find((line) => line[column] !== null)?.[column];
  return { branch: first('branch') ?? own.branch, department: first('department') ?? own.department };
}

type Places = Pick<EntryLine, 'branch' | 'department'>;

/** The proposed lines with the accounts that are known: of the bank, of input or output VAT, of the tax withheld. */
function linesOf(
  proposal: TaxProposal,
  header: EntryHeader,
  choices: EntryChoices,
  places: Places,
): Partial<EntryLine>[] {
  const side = DOCUMENT_TYPES[header.document_type].header.bank_side ?? 'credit';
  const isPayment = side === 'credit';
  const accountOf = (role: AccountRole) => accountWith(choices.accounts, role)?.code ?? '';
  const vatAccount = (kind: InputVatKind): string => accountOf(isPayment ? VAT_ROLES[kind] : 'OUTPUT_VAT');
  const accounts = {
    charged: '',
    vat: {
      services: vatAccount('services'),
      goods: vatAccount('goods'),
      capital_goods: vatAccount('capital_goods'),
      imports: vatAccount('imports'),
    },
    withheld: accountOf(isPayment ? 'EWT' : 'CWT'),
    bank: choices.banks.find(({ id }) => id === header.bank_id)?.acct_code ?? '',
  };
  return proposeLines(proposal, { bank_side: side, accounts }).map((line) => ({
    part: line.part,
    account: choices.accounts.find(({ code }) => code === line.account_code) ?? null,
    payee: header.payee,
    branch: places.branch,
    department: places.department,
    atc: choices.tax_codes.find(({ code }) => code === line.atc_code) ?? null,
    tax_base: line.tax_base_minor === null ? '' : amountText(line.tax_base_minor),
    debit: line.debit_minor === 0n ? '' : amountText(line.debit_minor),
    credit: line.credit_minor === 0n ? '' : amountText(line.credit_minor),
  }));
}
