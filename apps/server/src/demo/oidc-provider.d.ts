/** The library's own module behind its entry, which warns of every Node before 22; the product is tested on 20. */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}
