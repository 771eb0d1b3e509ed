import {
  addDays,
  addMonths,
  calendarDateOf,
  startOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';

/** A purchase order of the demo company before it is entered: approved, and closed short where that is said. */
export interface SeedOrder {
  readonly date: CalendarDate;
  readonly payee: string;
  readonly contact_person: string;
  readonly payment_term: number;
  readonly shipping_date: CalendarDate;
  readonly remarks: string;
  /** `[what, quantity, unit, unit cost with VAT]`. */
  readonly lines: readonly (readonly [item_description: string, quantity: string, unit: string, unit_cost: string])[];
  /** Why it was closed short. */
  readonly closed?: string;
}

const SUPPLIES: SeedOrder['lines'] = [
  ['BOND PAPER, A4, 80 GSM', '60', 'reams', '268.80'],
  ['BOND PAPER, LEGAL, 80 GSM', '40', 'reams', '302.40'],
  ['ENVELOPES, LONG, WHITE', '20', 'boxes', '336.00'],
  ['BALLPEN, BLACK', '30', 'boxes', '179.20'],
  ['STAPLER WITH REMOVER', '24', 'pieces', '246.40'],
  ['STAPLE WIRE, NO. 35', '48', 'boxes', '44.80'],
  ['CORRECTION TAPE', '72', 'pieces', '39.20'],
  ['FOLDER, LONG, WHITE', '500', 'pieces', '6.72'],
  ['PACKAGING TAPE, 2 INCHES', '36', 'rolls', '50.40'],
  ['CALCULATOR, 12 DIGITS', '10', 'pieces', '560.00'],
  ['TONER, BLACK', '8', 'pieces', '3,920.00'],
  ['RECORD BOOK, 300 PAGES', '40', 'pieces', '95.20'],
  ['STAMP PAD INK', '18', 'bottles', '61.60'],
  ['RUBBER BANDS', '12.5', 'kilograms', '212.80'],
];

/** The order that the monthly payments of the janitorial services take from: the first of the year. */
export const JANITORIAL_ORDER = 'PO0000001';

/** The orders of this year up to today, in the order of their numbers. */
export function demoOrders(today: CalendarDate): SeedOrder[] {
  const year = yearOf(today);
  const lastMonth = addMonths(startOfMonth(today), -1);
  return [
    {
      date: calendarDateOf(year, 1, 1)!,
      payee: 'S0014',
      contact_person: 'Lorna Halimbawa',
      payment_term: 15,
      shipping_date: calendarDateOf(year, 12, 31)!,
      remarks: `JANITORIAL SERVICES, HEAD OFFICE, ${year}`,
      lines: [['JANITORIAL SERVICES, HEAD OFFICE', '12', 'months', '33,600.00']],
    },
    {
      date: addDays(lastMonth, 4),
      payee: 'S0009',
      contact_person: 'Rico Kunwari',
      payment_term: 30,
      shipping_date: addDays(lastMonth, 18),
      remarks: 'OFFICE SUPPLIES OF BRANCHES, FOURTH QUARTER',
      lines: SUPPLIES,
    },
    {
      date: addDays(lastMonth, 9),
      payee: 'S0018',
      contact_person: 'Dante Sampol',
      payment_term: 7,
      shipping_date: addDays(lastMonth, 20),
      remarks: 'REPAIR OF TWO SERVICE VEHICLES',
      lines: [
        ['OVERHAUL OF THE ENGINE', '2', 'vehicles', '16,800.00'],
        ['TIRES', '8', 'pieces', '5,040.00'],
      ],
      closed: 'The second vehicle was sold instead.',
    },
  ];
}
