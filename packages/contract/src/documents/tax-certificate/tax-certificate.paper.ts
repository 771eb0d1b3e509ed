import { quarterDays } from '@talaan/core/calendar/quarter';
import { certificateSheets } from '@talaan/core/documents/tax-certificate/certificate-boxes';
import { amountText, formatAmount, requireSum } from '@talaan/core/money/money';
import { VERIFICATION_SIZE } from '../../papers/qr-code.ts';
import { placed, type Place } from '../../papers/placed-part.ts';
import { reprintText } from '../../papers/paper-parts.ts';
import { pageBox, type Paper } from '../../papers/paper.ts';
import type { Printed } from '../document-print.ts';
import {
  answerOf,
  cellOf,
  dayOf,
  digits,
  FOOT_TOP,
  formPlaces,
  qr,
  rowOf,
  signerOf,
  text,
  tinOf,
  within,
  wrapped,
  zipOf,
} from './certificate-form.ts';
import type { CERTIFICATE_SHEETS, CertificateRecord, CertificateRowOnPaper } from './tax-certificate.contract.ts';

/** What the paper of a certificate is drawn from; of several sheets, one of them. */
export interface ShownCertificate extends CertificateRecord {
  /** Whether it holds, or ended by another one or without any. */
  readonly state: 'stands' | 'replaced' | 'withdrawn';
  readonly sheet?: { readonly no: number; readonly of: number };
  /** The rows of all sheets, whose totals stand on the last. */
  readonly all?: Pick<CertificateRecord, 'income' | 'business'>;
}
type Certificate = Printed<ShownCertificate>;

type SheetSize = (typeof CERTIFICATE_SHEETS)[number];

/**
 * How large the form is on a sheet, and how far from its left and upper edge in mm. A printer's own margins stay free of it, and its
 * code is as large as on every paper: on A4, where the form is nine tenths as large, beside its frame, which stands to the left for
 * that; on 8.5 × 13 in below the frame, which fills all but ten millimetres of that sheet where it is not a little smaller.
 */
const LIES = {
  A4: { scale: 0.89, left: 0, top: 1.56 },
  Folio: { scale: 0.97, left: 3.24, top: -0.5 },
} as const satisfies Record<SheetSize, unknown>;
const MM = 25.4 / 72;

/** BIR Form 2307 of one payee and quarter: ten rows of each tax on a sheet. */
export function taxCertificatePaper(size: SheetSize): Paper<Certificate> {
  const { width, height } = pageBox({ size });
  return {
    title: 'BIR Form 2307',
    subject: ({ batch: { payee, quarter, fiscal_year } }) => `${payee.name} Q${quarter} ${fiscal_year}`,
    page: { size, orientation: 'portrait', margins: 'none' },
    inTurn: sheetsOf,
    parts: [
      placed({
        width,
        height,
        places: (data) => [...formPlaces(), ...filledPlaces(data), ...footPlaces(data, size)],
        moved: () => LIES[size],
        stamp: ({ batch: { state } }) => (state === 'stands' ? null : state.toUpperCase()),
      }),
    ],
    foot: () => '',
  };
}

/** A sheet for every ten rows of the longer block. */
function sheetsOf(data: Certificate): Certificate[] {
  const { income, business } = data.batch;
  return certificateSheets({ income, business }).map((rows, at, sheets) => ({
    ...data,
    batch: {
      ...data.batch,
      income: [...rows.income],
      business: [...rows.business],
      all: { income, business },
      sheet: { no: at + 1, of: sheets.length },
    },
  }));
}

function filledPlaces(data: Certificate): Place[] {
  const { batch } = data;
  const { payee, payor, signatory } = batch;
  const days = quarterDays(batch);
  const signer = [signatory.name, signatory.title, signatory.tin].filter(Boolean).join(' / ');
  return [
    ...dayPlaces('from', days.date_from),
    ...dayPlaces('to', days.date_to),
    ...partyPlaces('payee', payee),
    wrapped('Foreign address', payee.foreign_address, answerOf('foreignAddress'), 8),
    ...partyPlaces('payor', payor),
    ...blockPlaces('income', batch),
    ...blockPlaces('business', batch),
    text('Signatory', signer, signerOf('payorSignature'), { size: 8, least: 3.5, align: 'center', lines: 3 }),
  ];
}

/** A calendar date in its boxes: month, day, year. */
function dayPlaces(which: 'from' | 'to', date: string): Place[] {
  const [year, month, day] = date.split('-');
  return dayOf(which).map(({ at, boxes }, place) => digits('Period', [month, day, year][place]!, at, boxes));
}

function partyPlaces(of: 'payee' | 'payor', party: CertificateRecord['payor']): Place[] {
  const whose = of === 'payee' ? 'Payee' : 'Payor';
  const parts = party.tin.split('-');
  return [
    ...tinOf(`${of}Tin`).map(({ at, boxes }, place) => digits(`TIN of the ${of}`, parts[place] ?? '', at, boxes)),
    wrapped(`${whose}’s name`, party.name, answerOf(`${of}Name`), 10),
    wrapped(`${whose}’s address`, party.address, answerOf(`${of}Address`), 8),
    digits(`ZIP code of the ${of}`, party.zip_code, zipOf(`${of}Address`), 4),
  ];
}

/** The fields of a row of Part III, in the order of its columns from the third on. */
const AMOUNTS = ['month_1', 'month_2', 'month_3', 'total', 'tax'] as const;

/** The rows of a block, and on the last sheet what all of them come to. */
function blockPlaces(block: 'income' | 'business', batch: ShownCertificate): Place[] {
  const { sheet = { no: 1, of: 1 }, all = batch } = batch;
  const rows = batch[block].flatMap((row, line) => [
    wrapped('Nature of income payment', row.atc_desc, inset(cellOf(block, 0, line)), 6),
    text('ATC', row.atc_code, cellOf(block, 1, line), { size: 7, least: 4, align: 'center' }),
    ...AMOUNTS.map((field, at) => amount(row[field], cellOf(block, 2 + at, line), false)),
  ]);
  if (sheet.no < sheet.of || all[block].length === 0) return rows;
  return [
    ...rows,
    ...AMOUNTS.map((field, at) => amount(totalOf(all[block], field), cellOf(`${block}Total`, 2 + at), true)),
  ];
}

function totalOf(rows: readonly CertificateRowOnPaper[], field: (typeof AMOUNTS)[number]): string {
  return amountText(rows.reduce((sum, row) => sum + requireSum(row[field]), 0n));
}

const inset = (cell: ReturnType<typeof rowOf>) => within(cell, { from: 2.5, wide: cell[2] - 5 });

/** An amount at the right of its cell; a month without income is left blank. */
function amount(value: string, cell: ReturnType<typeof rowOf>, bold: boolean): Place {
  const minor = requireSum(value);
  const words = minor === 0n && !bold ? '' : formatAmount(minor);
  return text('Amount', words, inset(cell), { size: 7.5, least: 4, align: 'right', bold });
}

/** Below the frame: which sheet and which copy it is, and the address at which it is verified; its code where the sheet has room for it. */
function footPlaces({ batch, copy_no, verify }: Certificate, size: SheetSize): Place[] {
  const { sheet } = batch;
  const words = [sheet && sheet.of > 1 ? `Sheet ${sheet.no} of ${sheet.of}` : null, reprintText(copy_no)];
  if (verify !== null) words.push(`Verify this paper at ${verify}`);
  const [left, top, width] = rowOf('note');
  const edge = VERIFICATION_SIZE / (MM * LIES[size].scale);
  const [x, y] = size === 'A4' ? [left + width + BESIDE, top - edge] : [left + width - edge, top];
  return [
    text('Foot', words.filter(Boolean).join(' · '), [left, FOOT_TOP + 1, width - (size === 'A4' ? 0 : edge), 8], {
      size: 6,
      least: 4,
    }),
    ...(verify === null ? [] : [qr(verify, [x, y], edge)]),
  ];
}

/** Between the frame and a code beside it, in points. */
const BESIDE = 3;
