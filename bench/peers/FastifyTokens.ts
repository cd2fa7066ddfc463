/**
 * The token endpoint of the peer `fastify`: a plugin, because no other route takes forms and errors are answered otherwise here. The form
 * is read by hand, as its mistakes have an order.
 */
import * as Querystring from "node:querystring"
import type { FastifyError, FastifyPluginCallback, FastifyReply } from "fastify"
import * as Schemas from "./FastifySchemas.ts"
import { bodyBytesMax, headersOf, oauthErrorBody, type Refusal, tooLarge } from "./Refusal.ts"
import { whenThere } from "./Soon.ts"
import { issue, noStore, tokenRoute } from "./Tokens.ts"

/** Gives the body of a refusal, whose status and headers it sets. */
const refuse = (reply: FastifyReply, refusal: Refusal) => {
  reply.headers(headersOf(refusal)).code(refusal.status)
  return oauthErrorBody(refusal, reply.request.id)
}

export const tokenRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, text, parsed) => parsed(null, Querystring.parse(text))
  )
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    reply.send(error.statusCode === tooLarge.status ? refuse(reply, tooLarge) : error)
  )
  app.post<{ Body: Querystring.ParsedUrlQuery }>(
    tokenRoute,
    {
      bodyLimit: bodyBytesMax.form,
      config: { isPublic: true },
      schema: { response: { 200: Schemas.accessToken, "4xx": Schemas.oauthError } }
    },
    (request, reply) =>
      whenThere(issue(request.headers.authorization, request.body), ({ answer, headers }) => {
        reply.headers(headers)
        if ("error" in answer) return refuse(reply, answer)
        reply.headers(noStore)
        return answer
      })
  )
  done()
}
