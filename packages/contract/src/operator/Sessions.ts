/**
 * The session of an operator: opened by a sign-in link, shown, ended. One address, because a browser has one session at a time.
 */
import { OperatorSession, SignIn } from "@partner-api/domain/operator/Operator"
import { SignInMethods } from "@partner-api/domain/operator/ProviderSignIn"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { metadata } from "../EndpointMetadata.ts"
import { JsonBody } from "../Middleware.ts"
import { Unauthorized } from "../WireErrors.ts"
import { OperatorAccess, viewer } from "./OperatorAccess.ts"

const path = "/operator/v1/session"

const withCookie = { "set-cookie": Schema.String.annotate({ description: "The cookie of the session" }) }

const signIn = HttpApiEndpoint.post("signIn", path, {
  disableCodecs: true,
  payload: SignIn,
  success: HttpApiSchema.WithHeaders(OperatorSession, withCookie),
  error: [Unauthorized]
})
  .middleware(JsonBody)
  .annotateMerge(
    metadata({
      title: "Sign in",
      description: "Opens a session with the token of a sign-in link, which can be used once.",
      access: { level: "public" },
      extension: undefined,
      paginated: false,
      retry: "never"
    })
  )

const get = HttpApiEndpoint.get("get", path, { disableCodecs: true, success: OperatorSession })
  .middleware(OperatorAccess)
  .annotateMerge(
    metadata({
      title: "Get the session",
      description: "The operator who is signed in, and the end of the session.",
      access: viewer,
      extension: undefined,
      paginated: false,
      retry: "safe"
    })
  )

const signOut = HttpApiEndpoint.delete("signOut", path, {
  disableCodecs: true,
  success: HttpApiSchema.WithHeaders(HttpApiSchema.NoContent, withCookie)
})
  .middleware(OperatorAccess)
  .annotateMerge(
    metadata({
      title: "Sign out",
      description: "Ends the session.",
      access: viewer,
      extension: undefined,
      paginated: false,
      retry: "idempotent"
    })
  )

const methods = HttpApiEndpoint.get("methods", "/operator/v1/sign_in_methods", {
  disableCodecs: true,
  success: SignInMethods
}).annotateMerge(
  metadata({
    title: "List the sign-in methods",
    description: "The ways to sign in, besides with a link.",
    access: { level: "public" },
    extension: undefined,
    paginated: false,
    retry: "safe"
  })
)

export class Sessions extends HttpApiGroup.make("session")
  .add(signIn, get, signOut, methods)
  .annotateMerge(OpenApi.annotations({ title: "Session", description: "Signing in and out" })) {}
