/**
 * The identity provider that operators can sign in with. The server calls it.
 */
import * as Context from "effect/Context"

/** The name of the provider; undefined where none is set. */
export const SignInProvider = Context.Reference<{ readonly name: string } | undefined>(
  "@partner-api/service/SignInProvider",
  { defaultValue: () => undefined }
)
