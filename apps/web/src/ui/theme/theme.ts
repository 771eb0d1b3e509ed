import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const rem = (px: number): string => `${px / 16}rem`;

const accent: MantineColorsTuple = [
  '#F0F4FB',
  '#E4EDFD',
  '#C9DBFB',
  '#A9C7FF',
  '#82AEFF',
  '#5C8FF0',
  '#3F78E4',
  '#2B66DB',
  '#1E56C5',
  '#17469F',
];
const dark: MantineColorsTuple = [
  '#E8EBF0',
  '#B4BCC8',
  '#929CAB',
  '#6E7887',
  '#2B333E',
  '#1F262F',
  '#1F262F',
  '#161B22',
  '#0D1117',
  '#0D1117',
];
const red: MantineColorsTuple = [
  '#FDEFEE',
  '#FCE6E4',
  '#F8C9C5',
  '#FFA59D',
  '#FF8A80',
  '#E8574C',
  '#D4463C',
  '#C4382F',
  '#B3261E',
  '#9A1C15',
];

/** The Mantine theme of Talaan: the tokens of tokens.css under Mantine's names (ux §2). Lengths in rem of 16 px. */
export const theme = createTheme({
  colors: { accent, dark, red },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 7 },
  white: '#FFFFFF',
  black: '#14181F',
  fontFamily: 'var(--font-family)',
  fontFamilyMonospace: 'var(--font-family)',
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(14), xl: rem(16) },
  lineHeights: { xs: rem(16), sm: rem(16), md: rem(20), lg: rem(20), xl: rem(24) },
  headings: {
    fontFamily: 'var(--font-family)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: rem(28) },
      h2: { fontSize: rem(16), lineHeight: rem(24) },
      h3: { fontSize: rem(14), lineHeight: rem(20) },
    },
  },
  spacing: { xxs: rem(2), xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24), xxl: rem(32), xxxl: rem(48) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8) },
  defaultRadius: 'xs',
  shadows: { sm: 'var(--shadow-menu)', lg: 'var(--shadow-dialog)' },
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '80em', xl: '90em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Tooltip: {
      defaultProps: {
        maw: 320,
        multiline: true,
      },
    },
    Popover: { defaultProps: { radius: 'sm', shadow: 'sm', transitionProps: { duration: 120, transition: 'fade' } } },
  },
});

/** Points the variables that Mantine reads at the tokens, which carry both colour schemes themselves. */
export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--color-surface)',
    '--mantine-color-text': 'var(--color-text)',
    '--mantine-color-dimmed': 'var(--color-muted)',
    '--mantine-color-placeholder': 'var(--color-muted)',
    '--mantine-color-default-border': 'var(--color-border)',
    '--mantine-color-error': 'var(--color-danger)',
    '--mantine-color-anchor': 'var(--color-accent)',
  },
  light: {},
  dark: {},
});
