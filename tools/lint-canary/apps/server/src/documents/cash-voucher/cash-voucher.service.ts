export const voucher = 'CV';
