/** The classes of a style sheet, and the values that the bundler puts into the page. */
declare module "*.module.css" {
  /** The names of the classes of a file. */
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module "*.css" {}

interface ImportMeta {
  /** `BASE_URL` is the path of the page, which the build sets. */
  readonly env: { readonly BASE_URL: string }
}
