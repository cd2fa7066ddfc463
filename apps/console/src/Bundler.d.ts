/** The classes of a style sheet, and the values that the bundler puts into the page. */
declare module "*.module.css" {
  /** The names of the classes of a file. */
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module "*.css" {}

interface ImportMeta {
  /** `BASE_URL` is where the page is served, as the build says. */
  readonly env: { readonly BASE_URL: string }
}
