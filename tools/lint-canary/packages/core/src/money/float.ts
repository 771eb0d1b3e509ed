export const asNumber = (amount: string) => Number(amount); // bites: eslint(no-restricted-globals)

export const asFloat = (amount: string) => parseFloat(amount); // bites: eslint(no-restricted-globals)

export const rounded = (amount: number) => amount.toFixed(2); // bites: eslint(no-restricted-properties)
