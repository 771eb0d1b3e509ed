import type { Caller } from './caller.ts';

/** A row of the trial balance in centavos: what moved in the month net, and the balance to date, debit positive. */
export interface Standing {
  moved: bigint;
  balance: bigint;
}

/** The trial balance of a month by account code, as the server answers it to a person. `month` is yyyy-mm. */
export async function readTrialBalance(call: Caller, month: string): Promise<Map<string, Standing>> {
  const [year, period] = month.split('-');
  const { data } = await call('GET', `/api/rpt/tbal?type=ftm&year=${year}&month=${Number(period)}`);
  return new Map(
    (data as unknown as Record<string, string>[]).map((row) => [
      row['account_code']!,
      {
        moved: centavos(row['cur_debit']!) - centavos(row['cur_credit']!),
        balance: centavos(row['total_debit']!) - centavos(row['total_credit']!),
      },
    ]),
  );
}

/** What a later trial balance has more than an earlier one, account by account; what is the same is left out. */
export function differences(before: Map<string, Standing>, after: Map<string, Standing>): Record<string, Standing> {
  const nothing = { moved: 0n, balance: 0n };
  const codes = new Set([...before.keys(), ...after.keys()]);
  return Object.fromEntries(
    [...codes].toSorted().flatMap((code) => {
      const [one, other] = [before.get(code) ?? nothing, after.get(code) ?? nothing];
      const change = { moved: other.moved - one.moved, balance: other.balance - one.balance };
      return change.moved === 0n && change.balance === 0n ? [] : [[code, change]];
    }),
  );
}

/** '1,234.50' or '1234.50' as 123450n. */
export function centavos(amount: string): bigint {
  return BigInt(amount.replaceAll(/[,.]/g, ''));
}

/** 123450n as '1,234.50'. */
export function amountText(minor: bigint): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}
