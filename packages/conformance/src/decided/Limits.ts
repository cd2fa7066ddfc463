/**
 * Decisions, Limits: every answer reports the limits of the caller. No limit is exhausted here: that would hold up the run,
 * and other users of this client.
 */
import { expect, expectHeader, headerOf, matching } from "../Expect.ts"
import { scenario } from "../Scenario.ts"
import type { Answer } from "../Transport.ts"

/** A parameter of a header of the IETF draft, such as `r` of `"default";r=199;t=1`. */
const parameter = (answer: Answer, name: string, letter: string): number =>
  Number(new RegExp(`;\\s*${letter}=(\\d+)`).exec(headerOf(answer, name))?.[1])

export const limits = [
  scenario("dec-limits.announced", "what is left is announced with every answer", function* (session) {
    const { send, primary, call } = session
    const answers = [
      yield* session.organizationsAnswer,
      yield* session.jobsAnswer,
      yield* call("GET", "/v1/jobs?limit=0"),
      yield* send("GET", "/v1/jobs", { token: yield* primary })
    ]
    for (const answer of answers) {
      yield* expectHeader(answer, "ratelimit-policy", matching(/^"[^"]+";.*\bq=\d+;.*\bw=\d+/))
      yield* expectHeader(answer, "ratelimit", matching(/^"[^"]+";.*\br=\d+;.*\bt=\d+/))
      const [left, all] = [parameter(answer, "ratelimit", "r"), parameter(answer, "ratelimit-policy", "q")]
      yield* expect(left < all, "fewer left than there are in all", `${answer.seen}, ${left} of ${all}`)
    }
    return answers.map((answer) => `${answer.status} ${headerOf(answer, "ratelimit")}`).join(", ")
  })
]
